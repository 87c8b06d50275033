module 0x1::account {
    use 0x1::event::EventHandle;
    use 0x1::guid::GUID;
    use 0x1::option::Option;
    use 0x1::table::Table;

    friend 0x1::coin;
    friend 0x1::genesis;
    friend 0x1::multisig_account;
    friend 0x1::native_account;
    friend 0x1::transaction_validation;

    const EACCOUNT_ALREADY_EXISTS: u64 = 1;
    const EACCOUNT_DOES_NOT_EXIST: u64 = 2;
    const ESEQUENCE_NUMBER_TOO_BIG: u64 = 3;
    const EMALFORMED_AUTHENTICATION_KEY: u64 = 4;
    const ECANNOT_RESERVED_ADDRESS: u64 = 5;
    const ENO_VALID_FRAMEWORK_RESERVED_ADDRESS: u64 = 11;
    const EINVALID_PROOF_OF_KNOWLEDGE: u64 = 8;

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

    public(friend) fun initialize(framework: &signer);
    public fun create_account_if_does_not_exist(account_address: address);
    public(friend) fun create_account(new_address: address): signer;
    fun create_account_unchecked(new_address: address): signer;
    #[view]
    public fun exists_at(addr: address): bool;
    #[view]
    public fun get_guid_next_creation_num(addr: address): u64;
    #[view]
    public fun get_sequence_number(addr: address): u64;
    #[view]
    public fun get_authentication_key(addr: address): vector<u8>;
    public(friend) fun increment_sequence_number(addr: address);
    public(friend) fun rotate_authentication_key_internal(account: &signer, new_auth_key: vector<u8>);
    entry fun rotate_authentication_key_call(account: &signer, new_auth_key: vector<u8>);
    public entry fun rotate_authentication_key(account: &signer, from_scheme: u8, from_public_key_bytes: vector<u8>, to_scheme: u8, to_public_key_bytes: vector<u8>, cap_rotate_key: vector<u8>, cap_update_table: vector<u8>);
    public entry fun offer_signer_capability(account: &signer, signer_capability_sig_bytes: vector<u8>, account_scheme: u8, account_public_key_bytes: vector<u8>, recipient_address: address);
    public entry fun revoke_signer_capability(account: &signer, to_be_revoked_address: address);
    #[view]
    public fun is_signer_capability_offered(account_addr: address): bool;
    public fun create_authorized_signer(account: &signer, offerer_address: address): signer;
    public fun create_resource_account(source: &signer, seed: vector<u8>): (signer, SignerCapability);
    public fun create_resource_address(source: &address, seed: vector<u8>): address;
    public fun create_guid(account_signer: &signer): GUID;
    public fun new_event_handle<T: drop + store>(account: &signer): EventHandle<T>;
    public fun create_signer_with_capability(capability: &SignerCapability): signer;
    public fun get_signer_capability_address(capability: &SignerCapability): address;
}
