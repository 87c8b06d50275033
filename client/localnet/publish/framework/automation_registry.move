module 0x1::automation_registry {
    use 0x1::table::Table;

    friend 0x1::block;
    friend 0x1::genesis;
    friend 0x1::reconfiguration;

    const EAUTOMATION_TASK_NOT_FOUND: u64 = 1;
    const EUNAUTHORIZED_TASK_OWNER: u64 = 2;
    const EINVALID_EXPIRY_TIME: u64 = 3;
    const EINSUFFICIENT_AUTOMATION_FEE_CAP_FOR_EPOCH: u64 = 10;

    struct AutomationRegistryConfig has key {
        automation_base_fee_in_quants_per_sec: u64,
        flat_registration_fee_in_quants: u64,
        registry_max_gas_cap: u64,
        registration_enabled: bool,
        task_capacity: u16,
        task_duration_cap_in_secs: u64,
    }

    struct AutomationRegistry has key {
        current_index: u64,
        epoch_locked_fees: u64,
        registry_fee_address: address,
        tasks: Table<u64, AutomationTaskMetadata>,
    }

    struct AutomationTaskMetadata has copy, drop, store {
        task_index: u64,
        owner: address,
        payload_tx: vector<u8>,
        expiry_time: u64,
        tx_hash: vector<u8>,
        max_gas_amount: u64,
        gas_price_cap: u64,
        automation_fee_cap_for_epoch: u64,
        aux_data: vector<vector<u8>>,
        registration_time: u64,
        state: u8,
    }

    #[event]
    struct TaskRegistered has drop, store { metadata: AutomationTaskMetadata }
    #[event]
    struct TaskRegistrationDepositFeeWithdraw has drop, store {
        task_index: u64,
        owner: address,
        registration_fee: u64,
        locked_deposit_fee: u64,
    }

    #[event]
    struct TaskCancelled has drop, store { task_index: u64, owner: address }

    public(friend) fun initialize(framework: &signer, fee_address: address);
    fun register(owner: &signer, payload_tx: vector<u8>, expiry_time: u64, max_gas_amount: u64, gas_price_cap: u64, automation_fee_cap_for_epoch: u64, tx_hash: vector<u8>, aux_data: vector<vector<u8>>);
    public entry fun cancel_task(owner: &signer, task_index: u64);
    public(friend) fun on_new_epoch();
    #[view]
    public fun get_next_task_index(): u64;
    #[view]
    public fun get_registry_fee_address(): address;
    #[view]
    public fun is_registration_enabled(): bool;
}
