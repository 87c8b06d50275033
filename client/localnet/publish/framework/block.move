module 0x1::block {
    use 0x1::event::EventHandle;

    friend 0x1::genesis;

    const ENUM_NEW_BLOCK_EVENTS_DOES_NOT_MATCH_BLOCK_HEIGHT: u64 = 1;
    const EINVALID_PROPOSER: u64 = 2;
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

    public(friend) fun initialize(framework: &signer, epoch_interval_microsecs: u64);
    public fun update_epoch_interval_microsecs(framework: &signer, new_epoch_interval: u64);
    #[view]
    public fun get_epoch_interval_secs(): u64;
    #[view]
    public fun get_current_block_height(): u64;
    fun block_prologue(vm: signer, hash: vector<u8>, epoch: u64, round: u64, proposer: address, failed_proposer_indices: vector<u64>, previous_block_votes_bitvec: vector<u8>, timestamp: u64);
    fun emit_new_block_event(vm: &signer, event_handle: &mut EventHandle<NewBlockEvent>, new_block_event: NewBlockEvent);
}
