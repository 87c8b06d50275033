module 0x1::timestamp {
    use 0x1::error;
    use 0x1::signer;

    friend 0x1::genesis;

    /// The chain is not running
    const ENOT_OPERATING: u64 = 1;
    /// The time is not after that of the last block
    const EINVALID_TIMESTAMP: u64 = 2;

    struct CurrentTimeMicroseconds has key { microseconds: u64 }

    public(friend) fun set_time_has_started(framework: &signer) {
        let timer = CurrentTimeMicroseconds { microseconds: 0 };
        move_to(framework, timer)
    }

    public fun update_global_time(account: &signer, proposer: address, timestamp: u64) {
        assert!(signer::address_of(account) == @0x0, error::permission_denied(ENOT_OPERATING));
        let clock = borrow_global_mut<CurrentTimeMicroseconds>(@0x1);
        let now = clock.microseconds;
        if (proposer == @0x0) {
            assert!(now == timestamp, error::invalid_argument(EINVALID_TIMESTAMP));
        } else {
            assert!(now < timestamp, error::invalid_argument(EINVALID_TIMESTAMP));
            clock.microseconds = timestamp;
        }
    }

    #[view]
    public fun now_microseconds(): u64 {
        borrow_global<CurrentTimeMicroseconds>(@0x1).microseconds
    }

    #[view]
    public fun now_seconds(): u64 {
        now_microseconds() / 1000000
    }
}
