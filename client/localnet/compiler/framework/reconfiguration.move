module 0x1::reconfiguration {
    use 0x1::account;
    use 0x1::event::{Self, EventHandle};
    use 0x1::timestamp;

    friend 0x1::block;
    friend 0x1::genesis;

    /// The configuration is not published
    const ECONFIGURATION: u64 = 1;
    /// The configuration is not valid
    const ECONFIG: u64 = 2;

    struct Configuration has key { epoch: u64, last_reconfiguration_time: u64, events: EventHandle<NewEpochEvent> }
    struct DisableReconfiguration has key {}
    struct NewEpochEvent has drop, store { epoch: u64 }
    #[event]
    struct NewEpoch has drop, store { epoch: u64 }

    public(friend) fun initialize(framework: &signer) {
        move_to(framework, Configuration {
            epoch: 0,
            last_reconfiguration_time: 0,
            events: account::new_event_handle<NewEpochEvent>(framework),
        });
    }

    fun reconfiguration_enabled(): bool {
        !exists<DisableReconfiguration>(@0x1)
    }

    public(friend) fun reconfigure() {
        if (!reconfiguration_enabled() || timestamp::now_microseconds() == 0) {
            return
        };
        let config = borrow_global_mut<Configuration>(@0x1);
        let now = timestamp::now_microseconds();
        if (now == config.last_reconfiguration_time) {
            return
        };
        config.last_reconfiguration_time = now;
        config.epoch = config.epoch + 1;
        event::emit(NewEpoch { epoch: config.epoch });
        event::emit_event(&mut config.events, NewEpochEvent { epoch: config.epoch });
    }

    #[view]
    public fun last_reconfiguration_time(): u64 {
        borrow_global<Configuration>(@0x1).last_reconfiguration_time
    }

    #[view]
    public fun current_epoch(): u64 {
        borrow_global<Configuration>(@0x1).epoch
    }
}
