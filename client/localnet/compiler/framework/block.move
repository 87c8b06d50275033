module 0x1::block {
    use 0x1::account;
    use 0x1::error;
    use 0x1::event::{Self, EventHandle};
    use 0x1::automation_registry;
    use 0x1::reconfiguration;
    use 0x1::signer;
    use 0x1::timestamp;

    friend 0x1::genesis;

    /// The number of new block events does not equal the current block height
    const ENUM_NEW_BLOCK_EVENTS_DOES_NOT_MATCH_BLOCK_HEIGHT: u64 = 1;
    /// An invalid proposer was provided
    const EINVALID_PROPOSER: u64 = 2;
    /// Epoch interval cannot be 0
    const EZERO_EPOCH_INTERVAL: u64 = 3;

    struct BlockResource has key {
        height: u64,
        epoch_interval: u64,
        new_block_events: EventHandle<NewBlockEvent>,
        update_epoch_interval_events: EventHandle<UpdateEpochIntervalEvent>,
    }

    struct NewBlockEvent has copy, drop, store {
        hash: vector<u8>,
        epoch: u64,
        round: u64,
        height: u64,
        previous_block_votes_bitvec: vector<u8>,
        proposer: address,
        failed_proposer_indices: vector<u64>,
        time_microseconds: u64,
    }

    #[event]
    struct NewBlock has drop, store {
        hash: vector<u8>,
        epoch: u64,
        round: u64,
        height: u64,
        previous_block_votes_bitvec: vector<u8>,
        proposer: address,
        failed_proposer_indices: vector<u64>,
        time_microseconds: u64,
    }

    struct UpdateEpochIntervalEvent has drop, store { old_epoch_interval: u64, new_epoch_interval: u64 }

    public(friend) fun initialize(framework: &signer, epoch_interval_microsecs: u64) {
        assert!(epoch_interval_microsecs > 0, error::invalid_argument(EZERO_EPOCH_INTERVAL));
        move_to(framework, BlockResource {
            height: 0,
            epoch_interval: epoch_interval_microsecs,
            new_block_events: account::new_event_handle<NewBlockEvent>(framework),
            update_epoch_interval_events: account::new_event_handle<UpdateEpochIntervalEvent>(framework),
        });
    }

    public fun update_epoch_interval_microsecs(framework: &signer, new_epoch_interval: u64) {
        assert!(signer::address_of(framework) == @0x1, error::permission_denied(EINVALID_PROPOSER));
        assert!(new_epoch_interval > 0, error::invalid_argument(EZERO_EPOCH_INTERVAL));
        let block_resource = borrow_global_mut<BlockResource>(@0x1);
        let old_epoch_interval = block_resource.epoch_interval;
        block_resource.epoch_interval = new_epoch_interval;
        event::emit_event(
            &mut block_resource.update_epoch_interval_events,
            UpdateEpochIntervalEvent { old_epoch_interval, new_epoch_interval }
        );
    }

    #[view]
    public fun get_epoch_interval_secs(): u64 {
        borrow_global<BlockResource>(@0x1).epoch_interval / 1000000
    }

    #[view]
    public fun get_current_block_height(): u64 {
        borrow_global<BlockResource>(@0x1).height
    }

    fun block_prologue(
        vm: signer,
        hash: vector<u8>,
        epoch: u64,
        round: u64,
        proposer: address,
        failed_proposer_indices: vector<u64>,
        previous_block_votes_bitvec: vector<u8>,
        timestamp: u64,
    ) {
        let block_resource = borrow_global_mut<BlockResource>(@0x1);
        block_resource.height = block_resource.height + 1;
        let new_block_event = NewBlockEvent {
            hash,
            epoch,
            round,
            height: block_resource.height,
            previous_block_votes_bitvec,
            proposer,
            failed_proposer_indices,
            time_microseconds: timestamp,
        };
        emit_new_block_event(&vm, &mut block_resource.new_block_events, new_block_event);
        let is_new_epoch = timestamp - reconfiguration::last_reconfiguration_time() >= block_resource.epoch_interval;
        if (is_new_epoch) {
            automation_registry::on_new_epoch();
            reconfiguration::reconfigure();
        }
    }

    fun emit_new_block_event(
        vm: &signer,
        event_handle: &mut EventHandle<NewBlockEvent>,
        new_block_event: NewBlockEvent,
    ) {
        timestamp::update_global_time(vm, new_block_event.proposer, new_block_event.time_microseconds);
        assert!(
            event::counter(event_handle) == new_block_event.height,
            error::invalid_argument(ENUM_NEW_BLOCK_EVENTS_DOES_NOT_MATCH_BLOCK_HEIGHT)
        );
        event::emit_event(event_handle, new_block_event);
    }
}
