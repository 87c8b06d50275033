module 0x1::account {
    use 0x1::bcs;
    use 0x1::error;
    use 0x1::event::{Self, EventHandle};
    use 0x1::guid::{Self, GUID};
    use 0x1::hash;
    use 0x1::option::{Self, Option};
    use 0x1::signer;
    use 0x1::table::{Self, Table};
    use 0x1::vector;

    friend 0x1::coin;
    friend 0x1::genesis;
    friend 0x1::multisig_account;
    friend 0x1::native_account;
    friend 0x1::transaction_validation;

    /// Account already exists
    const EACCOUNT_ALREADY_EXISTS: u64 = 1;
    /// Account does not exist
    const EACCOUNT_DOES_NOT_EXIST: u64 = 2;
    /// Sequence number exceeds the maximum value for a u64
    const ESEQUENCE_NUMBER_TOO_BIG: u64 = 3;
    /// The authentication key does not have 32 bytes
    const EMALFORMED_AUTHENTICATION_KEY: u64 = 4;
    /// Cannot create an account at a reserved address
    const ECANNOT_RESERVED_ADDRESS: u64 = 5;
    /// The address is not reserved for the framework
    const ENO_VALID_FRAMEWORK_RESERVED_ADDRESS: u64 = 11;
    /// The proof of knowledge is invalid
    const EINVALID_PROOF_OF_KNOWLEDGE: u64 = 8;

    const MAX_U64: u128 = 18446744073709551615;
    const DERIVE_RESOURCE_ACCOUNT_SCHEME: u8 = 255;

    struct Account has key, store {
        authentication_key: vector<u8>,
        sequence_number: u64,
        guid_creation_num: u64,
        coin_register_events: EventHandle<CoinRegisterEvent>,
        key_rotation_events: EventHandle<KeyRotationEvent>,
        rotation_capability_offer: CapabilityOffer<RotationCapability>,
        signer_capability_offer: CapabilityOffer<SignerCapability>,
    }

    #[event]
    struct KeyRotation has drop, store {
        account: address,
        old_authentication_key: vector<u8>,
        new_authentication_key: vector<u8>,
    }

    struct KeyRotationEvent has drop, store { old_authentication_key: vector<u8>, new_authentication_key: vector<u8> }
    struct CoinRegisterEvent has drop, store { type_info_module: vector<u8>, type_info_struct: vector<u8> }
    struct CapabilityOffer<phantom T> has store { for: Option<address> }
    struct RotationCapability has drop, store { account: address }
    struct SignerCapability has drop, store { account: address }
    struct OriginatingAddress has key { address_map: Table<address, address> }

    public(friend) fun initialize(framework: &signer) {
        move_to(framework, OriginatingAddress { address_map: table::new() })
    }

    public fun create_account_if_does_not_exist(account_address: address) {
        if (!exists<Account>(account_address)) {
            create_account(account_address);
        }
    }

    public(friend) fun create_account(new_address: address): signer {
        assert!(!exists<Account>(new_address), error::already_exists(EACCOUNT_ALREADY_EXISTS));
        assert!(new_address != @0x0 && new_address != @0x1, error::invalid_argument(ECANNOT_RESERVED_ADDRESS));
        create_account_unchecked(new_address)
    }

    fun create_account_unchecked(new_address: address): signer {
        let new_account = create_signer(new_address);
        let authentication_key = bcs::to_bytes(&new_address);
        assert!(vector::length(&authentication_key) == 32, error::invalid_argument(EMALFORMED_AUTHENTICATION_KEY));
        let guid_creation_num = 0;
        let guid_for_coin = guid::create(new_address, &mut guid_creation_num);
        let guid_for_rotation = guid::create(new_address, &mut guid_creation_num);
        move_to(&new_account, Account {
            authentication_key,
            sequence_number: 0,
            guid_creation_num,
            coin_register_events: event::new_event_handle<CoinRegisterEvent>(guid_for_coin),
            key_rotation_events: event::new_event_handle<KeyRotationEvent>(guid_for_rotation),
            rotation_capability_offer: CapabilityOffer { for: option::none() },
            signer_capability_offer: CapabilityOffer { for: option::none() },
        });
        new_account
    }

    #[view]
    public fun exists_at(addr: address): bool {
        exists<Account>(addr)
    }

    #[view]
    public fun get_guid_next_creation_num(addr: address): u64 {
        assert!(exists<Account>(addr), error::not_found(EACCOUNT_DOES_NOT_EXIST));
        borrow_global<Account>(addr).guid_creation_num
    }

    #[view]
    public fun get_sequence_number(addr: address): u64 {
        assert!(exists<Account>(addr), error::not_found(EACCOUNT_DOES_NOT_EXIST));
        borrow_global<Account>(addr).sequence_number
    }

    #[view]
    public fun get_authentication_key(addr: address): vector<u8> {
        assert!(exists<Account>(addr), error::not_found(EACCOUNT_DOES_NOT_EXIST));
        borrow_global<Account>(addr).authentication_key
    }

    public(friend) fun increment_sequence_number(addr: address) {
        let sequence_number = &mut borrow_global_mut<Account>(addr).sequence_number;
        assert!((*sequence_number as u128) < MAX_U64, error::out_of_range(ESEQUENCE_NUMBER_TOO_BIG));
        *sequence_number = *sequence_number + 1;
    }

    public(friend) fun rotate_authentication_key_internal(account: &signer, new_auth_key: vector<u8>) {
        let addr = signer::address_of(account);
        assert!(exists<Account>(addr), error::not_found(EACCOUNT_DOES_NOT_EXIST));
        assert!(vector::length(&new_auth_key) == 32, error::invalid_argument(EMALFORMED_AUTHENTICATION_KEY));
        let resource = borrow_global_mut<Account>(addr);
        event::emit(KeyRotation {
            account: addr,
            old_authentication_key: resource.authentication_key,
            new_authentication_key: new_auth_key,
        });
        resource.authentication_key = new_auth_key;
    }

    entry fun rotate_authentication_key_call(account: &signer, new_auth_key: vector<u8>) {
        rotate_authentication_key_internal(account, new_auth_key);
    }

    public entry fun rotate_authentication_key(
        account: &signer,
        from_scheme: u8,
        from_public_key_bytes: vector<u8>,
        to_scheme: u8,
        to_public_key_bytes: vector<u8>,
        cap_rotate_key: vector<u8>,
        cap_update_table: vector<u8>,
    ) {
        assert!(from_scheme <= 1 && to_scheme <= 1, error::invalid_argument(EINVALID_PROOF_OF_KNOWLEDGE));
        assert!(!vector::is_empty(&cap_rotate_key) && !vector::is_empty(&cap_update_table), error::invalid_argument(EINVALID_PROOF_OF_KNOWLEDGE));
        let addr = signer::address_of(account);
        let current = authentication_key_of(from_public_key_bytes, from_scheme);
        assert!(current == borrow_global<Account>(addr).authentication_key, error::unauthenticated(EINVALID_PROOF_OF_KNOWLEDGE));
        rotate_authentication_key_internal(account, authentication_key_of(to_public_key_bytes, to_scheme));
    }

    public entry fun offer_signer_capability(
        account: &signer,
        signer_capability_sig_bytes: vector<u8>,
        account_scheme: u8,
        account_public_key_bytes: vector<u8>,
        recipient_address: address,
    ) {
        assert!(exists<Account>(recipient_address), error::not_found(EACCOUNT_DOES_NOT_EXIST));
        let valid = account_scheme <= 1 && vector::length(&signer_capability_sig_bytes) == 64;
        assert!(valid, error::invalid_argument(EINVALID_PROOF_OF_KNOWLEDGE));
        let offer = &mut borrow_global_mut<Account>(signer::address_of(account)).signer_capability_offer.for;
        if (option::is_some(offer)) {
            option::swap(offer, recipient_address);
        } else {
            option::fill(offer, recipient_address);
        }
    }

    public entry fun revoke_signer_capability(account: &signer, to_be_revoked_address: address) {
        let addr = signer::address_of(account);
        assert!(exists<Account>(to_be_revoked_address), error::not_found(EACCOUNT_DOES_NOT_EXIST));
        let offer = &mut borrow_global_mut<Account>(addr).signer_capability_offer.for;
        if (option::contains(offer, &to_be_revoked_address)) {
            option::extract(offer);
        }
    }

    #[view]
    public fun is_signer_capability_offered(account_addr: address): bool {
        assert!(exists<Account>(account_addr), error::not_found(EACCOUNT_DOES_NOT_EXIST));
        option::is_some(&borrow_global<Account>(account_addr).signer_capability_offer.for)
    }

    public fun create_authorized_signer(account: &signer, offerer_address: address): signer {
        assert!(exists<Account>(offerer_address), error::not_found(EACCOUNT_DOES_NOT_EXIST));
        let offer = &borrow_global<Account>(offerer_address).signer_capability_offer.for;
        let addr = signer::address_of(account);
        assert!(option::contains(offer, &addr), error::permission_denied(EINVALID_PROOF_OF_KNOWLEDGE));
        create_signer(offerer_address)
    }

    public fun create_resource_account(source: &signer, seed: vector<u8>): (signer, SignerCapability) {
        let source_address = signer::address_of(source);
        let address = create_resource_address(&source_address, seed);
        let resource = if (exists<Account>(address)) {
            assert!(get_sequence_number(address) == 0, error::invalid_state(EACCOUNT_ALREADY_EXISTS));
            create_signer(address)
        } else {
            create_account_unchecked(address)
        };
        rotate_authentication_key_internal(&resource, x"0000000000000000000000000000000000000000000000000000000000000000");
        (resource, SignerCapability { account: address })
    }

    public fun create_resource_address(source: &address, seed: vector<u8>): address {
        let bytes = bcs::to_bytes(source);
        vector::append(&mut bytes, seed);
        vector::push_back(&mut bytes, DERIVE_RESOURCE_ACCOUNT_SCHEME);
        to_address(hash::sha3_256(bytes))
    }

    public fun create_guid(account_signer: &signer): GUID {
        let addr = signer::address_of(account_signer);
        let account = borrow_global_mut<Account>(addr);
        guid::create(addr, &mut account.guid_creation_num)
    }

    public fun new_event_handle<T: drop + store>(account: &signer): EventHandle<T> {
        event::new_event_handle(create_guid(account))
    }

    public fun create_signer_with_capability(capability: &SignerCapability): signer {
        create_signer(capability.account)
    }

    public fun get_signer_capability_address(capability: &SignerCapability): address {
        capability.account
    }

    native fun create_signer(addr: address): signer;
    native fun to_address(bytes: vector<u8>): address;

    fun authentication_key_of(public_key: vector<u8>, scheme: u8): vector<u8> {
        vector::push_back(&mut public_key, scheme);
        hash::sha3_256(public_key)
    }
}
