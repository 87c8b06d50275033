module 0x1::reconfiguration {
    use 0x1::event::EventHandle;

    friend 0x1::block;
    friend 0x1::genesis;

    const ECONFIGURATION: u64 = 1;
    const ECONFIG: u64 = 2;

    struct Configuration has key { epoch: u64, last_reconfiguration_time: u64, events: EventHandle<NewEpochEvent> }
    struct DisableReconfiguration has key {}
    struct NewEpochEvent has drop, store { epoch: u64 }
    #[event]
    struct NewEpoch has drop, store { epoch: u64 }

    public(friend) fun initialize(framework: &signer);
    fun reconfiguration_enabled(): bool;
    public(friend) fun reconfigure();
    #[view]
    public fun last_reconfiguration_time(): u64;
    #[view]
    public fun current_epoch(): u64;
}
