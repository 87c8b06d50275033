module 0x1::multisig_account {
    use 0x1::account::{Self, SignerCapability};
    use 0x1::error;
    use 0x1::event::{Self, EventHandle};
    use 0x1::hash;
    use 0x1::option::{Self, Option};
    use 0x1::signer;
    use 0x1::string::String;
    use 0x1::table::{Self, Table};
    use 0x1::timestamp;
    use 0x1::vector;

    /// The owner list contains the same owner twice
    const EDUPLICATE_OWNER: u64 = 1;
    /// Specified account is not a multisig account
    const EACCOUNT_NOT_MULTISIG: u64 = 2002;
    /// Account executing this operation is not an owner of the multisig account
    const ENOT_OWNER: u64 = 2003;
    /// Multisig account must have at least one owner
    const ENOT_ENOUGH_OWNERS: u64 = 5;
    /// Transaction with specified id cannot be found
    const ETRANSACTION_NOT_FOUND: u64 = 2006;
    /// Number of signatures required must be more than zero and at most the total number of owners
    const EINVALID_SIGNATURES_REQUIRED: u64 = 11;

    struct MultisigAccount has key {
        owners: vector<address>,
        num_signatures_required: u64,
        transactions: Table<u64, MultisigTransaction>,
        last_executed_sequence_number: u64,
        next_sequence_number: u64,
        signer_cap: Option<SignerCapability>,
        metadata: Option<AccountMetadata>,
        add_owners_events: EventHandle<AddOwnersEvent>,
        execute_transaction_events: EventHandle<TransactionExecutionSucceededEvent>,
    }

    struct AccountMetadata has copy, drop, store { title: String, website: String }
    struct MultisigTransaction has copy, drop, store {
        payload: Option<vector<u8>>,
        payload_hash: Option<vector<u8>>,
        creator: address,
        creation_time_secs: u64,
    }

    struct ExecutionError has copy, drop, store { abort_location: String, error_type: String, error_code: u64 }
    struct AddOwnersEvent has drop, store { owners_added: vector<address> }
    struct TransactionExecutionSucceededEvent has drop, store { executor: address, sequence_number: u64, transaction_payload: vector<u8>, num_approvals: u64 }
    #[event]
    struct TransactionExecutionSucceeded has drop, store {
        multisig_account: address,
        executor: address,
        sequence_number: u64,
        transaction_payload: vector<u8>,
        num_approvals: u64,
    }

    #[event]
    struct TransactionExecutionFailed has drop, store {
        multisig_account: address,
        executor: address,
        sequence_number: u64,
        transaction_payload: vector<u8>,
        num_approvals: u64,
        execution_error: ExecutionError,
    }

    #[view]
    public fun owners(multisig_account: address): vector<address> {
        assert_multisig(multisig_account);
        borrow_global<MultisigAccount>(multisig_account).owners
    }

    #[view]
    public fun is_owner(owner: address, multisig_account: address): bool {
        assert_multisig(multisig_account);
        vector::contains(&borrow_global<MultisigAccount>(multisig_account).owners, &owner)
    }

    #[view]
    public fun num_signatures_required(multisig_account: address): u64 {
        assert_multisig(multisig_account);
        borrow_global<MultisigAccount>(multisig_account).num_signatures_required
    }

    #[view]
    public fun last_resolved_sequence_number(multisig_account: address): u64 {
        assert_multisig(multisig_account);
        borrow_global<MultisigAccount>(multisig_account).last_executed_sequence_number
    }

    #[view]
    public fun next_sequence_number(multisig_account: address): u64 {
        assert_multisig(multisig_account);
        borrow_global<MultisigAccount>(multisig_account).next_sequence_number
    }

    public entry fun create(
        owner: &signer,
        num_signatures_required: u64,
        metadata_keys: vector<String>,
        metadata_values: vector<vector<u8>>,
    ) {
        create_with_owners(owner, vector[], num_signatures_required, metadata_keys, metadata_values);
    }

    public entry fun create_with_owners(
        owner: &signer,
        additional_owners: vector<address>,
        num_signatures_required: u64,
        metadata_keys: vector<String>,
        metadata_values: vector<vector<u8>>,
    ) {
        let (multisig, signer_cap) = account::create_resource_account(owner, b"multisig");
        let owners = additional_owners;
        vector::push_back(&mut owners, signer::address_of(owner));
        check_owners(&owners);
        let count = vector::length(&owners);
        assert!(
            num_signatures_required > 0 && num_signatures_required <= count,
            error::invalid_argument(EINVALID_SIGNATURES_REQUIRED)
        );
        assert!(vector::length(&metadata_keys) == vector::length(&metadata_values), error::invalid_argument(EDUPLICATE_OWNER));
        move_to(&multisig, MultisigAccount {
            owners,
            num_signatures_required,
            transactions: table::new(),
            last_executed_sequence_number: 0,
            next_sequence_number: 1,
            signer_cap: option::some(signer_cap),
            metadata: option::none(),
            add_owners_events: account::new_event_handle<AddOwnersEvent>(&multisig),
            execute_transaction_events: account::new_event_handle<TransactionExecutionSucceededEvent>(&multisig),
        });
    }

    entry fun add_owner(multisig_account: &signer, new_owner: address) {
        let account = borrow_global_mut<MultisigAccount>(signer::address_of(multisig_account));
        vector::push_back(&mut account.owners, new_owner);
        check_owners(&account.owners);
        event::emit_event(&mut account.add_owners_events, AddOwnersEvent { owners_added: vector[new_owner] });
    }

    entry fun remove_owner(multisig_account: &signer, owner_to_remove: address) {
        let account = borrow_global_mut<MultisigAccount>(signer::address_of(multisig_account));
        let (found, index) = vector::index_of(&account.owners, &owner_to_remove);
        assert!(found, error::invalid_argument(ENOT_OWNER));
        vector::swap_remove(&mut account.owners, index);
        let left = vector::length(&account.owners);
        assert!(left >= account.num_signatures_required, error::invalid_state(ENOT_ENOUGH_OWNERS));
    }

    entry fun update_signatures_required(multisig_account: &signer, new_num_signatures_required: u64) {
        let account = borrow_global_mut<MultisigAccount>(signer::address_of(multisig_account));
        let count = vector::length(&account.owners);
        assert!(
            new_num_signatures_required > 0 && new_num_signatures_required <= count,
            error::invalid_argument(EINVALID_SIGNATURES_REQUIRED)
        );
        account.num_signatures_required = new_num_signatures_required;
    }

    public entry fun create_transaction(owner: &signer, multisig_account: address, payload: vector<u8>) {
        assert_owner(signer::address_of(owner), multisig_account);
        let account = borrow_global_mut<MultisigAccount>(multisig_account);
        let sequence_number = account.next_sequence_number;
        account.next_sequence_number = sequence_number + 1;
        table::add(&mut account.transactions, sequence_number, MultisigTransaction {
            payload: option::some(payload),
            payload_hash: option::none(),
            creator: signer::address_of(owner),
            creation_time_secs: timestamp::now_seconds(),
        });
    }

    public entry fun approve_transaction(owner: &signer, multisig_account: address, sequence_number: u64) {
        assert_owner(signer::address_of(owner), multisig_account);
        assert_transaction(multisig_account, sequence_number);
    }

    public entry fun reject_transaction(owner: &signer, multisig_account: address, sequence_number: u64) {
        assert_owner(signer::address_of(owner), multisig_account);
        assert_transaction(multisig_account, sequence_number);
    }

    public entry fun execute_rejected_transaction(owner: &signer, multisig_account: address) {
        assert_owner(signer::address_of(owner), multisig_account);
        let account = borrow_global_mut<MultisigAccount>(multisig_account);
        let sequence_number = account.last_executed_sequence_number + 1;
        assert!(table::contains(&account.transactions, sequence_number), error::not_found(ETRANSACTION_NOT_FOUND));
        table::remove(&mut account.transactions, sequence_number);
        account.last_executed_sequence_number = sequence_number;
    }

    fun validate_multisig_transaction(owner: &signer, multisig_account: address, payload: vector<u8>) {
        assert_owner(signer::address_of(owner), multisig_account);
        let account = borrow_global<MultisigAccount>(multisig_account);
        let sequence_number = account.last_executed_sequence_number + 1;
        assert_transaction(multisig_account, sequence_number);
        let transaction = table::borrow(&account.transactions, sequence_number);
        if (option::is_some(&transaction.payload_hash)) {
            let expected = option::borrow(&transaction.payload_hash);
            let actual = hash::sha3_256(payload);
            assert!(&actual == expected, error::invalid_argument(ETRANSACTION_NOT_FOUND));
        }
    }

    fun successful_transaction_execution_cleanup(
        executor: address,
        multisig_account: address,
        transaction_payload: vector<u8>,
    ) {
        let account = borrow_global_mut<MultisigAccount>(multisig_account);
        let sequence_number = account.last_executed_sequence_number + 1;
        account.last_executed_sequence_number = sequence_number;
        table::remove(&mut account.transactions, sequence_number);
        event::emit(TransactionExecutionSucceeded {
            multisig_account,
            executor,
            sequence_number,
            transaction_payload,
            num_approvals: account.num_signatures_required,
        });
    }

    fun assert_multisig(addr: address) {
        assert!(exists<MultisigAccount>(addr), EACCOUNT_NOT_MULTISIG);
    }

    fun assert_owner(owner: address, multisig_account: address) {
        assert_multisig(multisig_account);
        assert!(is_owner(owner, multisig_account), error::permission_denied(ENOT_OWNER));
    }

    fun assert_transaction(multisig_account: address, sequence_number: u64) {
        let account = borrow_global<MultisigAccount>(multisig_account);
        assert!(
            sequence_number > 0 && sequence_number < account.next_sequence_number,
            error::invalid_argument(ETRANSACTION_NOT_FOUND)
        );
        assert!(table::contains(&account.transactions, sequence_number), error::not_found(ETRANSACTION_NOT_FOUND));
    }

    /// Aborts if an account is an owner twice.
    fun check_owners(owners: &vector<address>) {
        let i = 0;
        let length = vector::length(owners);
        while (i < length) {
            let j = i + 1;
            while (j < length) {
                assert!(vector::borrow(owners, i) != vector::borrow(owners, j), error::invalid_argument(EDUPLICATE_OWNER));
                j = j + 1;
            };
            i = i + 1;
        }
    }
}
