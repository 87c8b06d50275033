module 0x1::automation_registry {
    use 0x1::coin;
    use 0x1::error;
    use 0x1::event;
    use 0x1::native_coin::NativeCoin;
    use 0x1::signer;
    use 0x1::table::{Self, Table};
    use 0x1::timestamp;

    friend 0x1::block;
    friend 0x1::genesis;
    friend 0x1::reconfiguration;

    /// Task with provided index not found
    const EAUTOMATION_TASK_NOT_FOUND: u64 = 1;
    /// Unauthorized access: the caller is not the owner of the task
    const EUNAUTHORIZED_TASK_OWNER: u64 = 2;
    /// Invalid expiry time: it cannot be earlier than the current time
    const EINVALID_EXPIRY_TIME: u64 = 3;
    /// Automation fee capacity for the epoch should not be less than estimated one
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

    public(friend) fun initialize(framework: &signer, fee_address: address) {
        move_to(framework, AutomationRegistry {
            current_index: 0,
            epoch_locked_fees: 0,
            registry_fee_address: fee_address,
            tasks: table::new(),
        });
    }

    fun register(
        owner: &signer,
        payload_tx: vector<u8>,
        expiry_time: u64,
        max_gas_amount: u64,
        gas_price_cap: u64,
        automation_fee_cap_for_epoch: u64,
        tx_hash: vector<u8>,
        aux_data: vector<vector<u8>>,
    ) {
        let config = borrow_global<AutomationRegistryConfig>(@0x1);
        let now = timestamp::now_seconds();
        assert!(expiry_time > now && expiry_time <= now + config.task_duration_cap_in_secs, error::invalid_argument(EINVALID_EXPIRY_TIME));
        let base_fee = config.automation_base_fee_in_quants_per_sec;
        assert!(
            automation_fee_cap_for_epoch >= base_fee,
            error::invalid_argument(EINSUFFICIENT_AUTOMATION_FEE_CAP_FOR_EPOCH)
        );
        let registration_fee = config.flat_registration_fee_in_quants;
        let registry = borrow_global_mut<AutomationRegistry>(@0x1);
        let owner_address = signer::address_of(owner);
        let fee = coin::withdraw<NativeCoin>(owner, registration_fee + automation_fee_cap_for_epoch);
        coin::deposit(registry.registry_fee_address, fee);
        let metadata = AutomationTaskMetadata {
            task_index: registry.current_index,
            owner: owner_address,
            payload_tx,
            expiry_time,
            tx_hash,
            max_gas_amount,
            gas_price_cap,
            automation_fee_cap_for_epoch,
            aux_data,
            registration_time: now,
            state: 0,
        };
        table::add(&mut registry.tasks, registry.current_index, metadata);
        event::emit(TaskRegistered { metadata });
        event::emit(TaskRegistrationDepositFeeWithdraw {
            task_index: registry.current_index,
            owner: owner_address,
            registration_fee,
            locked_deposit_fee: automation_fee_cap_for_epoch,
        });
        registry.epoch_locked_fees = registry.epoch_locked_fees + automation_fee_cap_for_epoch;
        registry.current_index = registry.current_index + 1;
    }

    public entry fun cancel_task(owner: &signer, task_index: u64) {
        let registry = borrow_global_mut<AutomationRegistry>(@0x1);
        assert!(table::contains(&registry.tasks, task_index), error::not_found(EAUTOMATION_TASK_NOT_FOUND));
        let task = table::remove(&mut registry.tasks, task_index);
        assert!(task.owner == signer::address_of(owner), error::permission_denied(EUNAUTHORIZED_TASK_OWNER));
        registry.epoch_locked_fees = registry.epoch_locked_fees - task.automation_fee_cap_for_epoch;
        event::emit(TaskCancelled { task_index, owner: task.owner });
    }

    public(friend) fun on_new_epoch() {
        let registry = borrow_global_mut<AutomationRegistry>(@0x1);
        let now = timestamp::now_seconds();
        let index = 0;
        while (index < registry.current_index) {
            if (table::contains(&registry.tasks, index)) {
                let task = table::borrow_mut(&mut registry.tasks, index);
                if (task.expiry_time < now) {
                    registry.epoch_locked_fees = registry.epoch_locked_fees - task.automation_fee_cap_for_epoch;
                    table::remove(&mut registry.tasks, index);
                } else {
                    task.state = 1;
                };
            };
            index = index + 1;
        }
    }

    #[view]
    public fun get_next_task_index(): u64 {
        borrow_global<AutomationRegistry>(@0x1).current_index
    }

    #[view]
    public fun get_registry_fee_address(): address {
        borrow_global<AutomationRegistry>(@0x1).registry_fee_address
    }

    #[view]
    public fun is_registration_enabled(): bool {
        borrow_global<AutomationRegistryConfig>(@0x1).registration_enabled
    }
}
