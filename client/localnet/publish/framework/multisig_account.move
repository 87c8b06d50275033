module 0x1::multisig_account {
    use 0x1::account::SignerCapability;
    use 0x1::event::EventHandle;
    use 0x1::option::Option;
    use 0x1::string::String;
    use 0x1::table::Table;

    const EDUPLICATE_OWNER: u64 = 1;
    const EACCOUNT_NOT_MULTISIG: u64 = 2002;
    const ENOT_OWNER: u64 = 2003;
    const ENOT_ENOUGH_OWNERS: u64 = 5;
    const ETRANSACTION_NOT_FOUND: u64 = 2006;
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
    public fun owners(multisig_account: address): vector<address>;
    #[view]
    public fun is_owner(owner: address, multisig_account: address): bool;
    #[view]
    public fun num_signatures_required(multisig_account: address): u64;
    #[view]
    public fun last_resolved_sequence_number(multisig_account: address): u64;
    #[view]
    public fun next_sequence_number(multisig_account: address): u64;
    public entry fun create(owner: &signer, num_signatures_required: u64, metadata_keys: vector<String>, metadata_values: vector<vector<u8>>);
    public entry fun create_with_owners(owner: &signer, additional_owners: vector<address>, num_signatures_required: u64, metadata_keys: vector<String>, metadata_values: vector<vector<u8>>);
    entry fun add_owner(multisig_account: &signer, new_owner: address);
    entry fun remove_owner(multisig_account: &signer, owner_to_remove: address);
    entry fun update_signatures_required(multisig_account: &signer, new_num_signatures_required: u64);
    public entry fun create_transaction(owner: &signer, multisig_account: address, payload: vector<u8>);
    public entry fun approve_transaction(owner: &signer, multisig_account: address, sequence_number: u64);
    public entry fun reject_transaction(owner: &signer, multisig_account: address, sequence_number: u64);
    public entry fun execute_rejected_transaction(owner: &signer, multisig_account: address);
    fun validate_multisig_transaction(owner: &signer, multisig_account: address, payload: vector<u8>);
    fun successful_transaction_execution_cleanup(executor: address, multisig_account: address, transaction_payload: vector<u8>);
}
