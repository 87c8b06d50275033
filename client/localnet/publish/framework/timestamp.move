module 0x1::timestamp {
    friend 0x1::genesis;

    const ENOT_OPERATING: u64 = 1;
    const EINVALID_TIMESTAMP: u64 = 2;

    struct CurrentTimeMicroseconds has key { microseconds: u64 }

    public(friend) fun set_time_has_started(framework: &signer);
    public fun update_global_time(account: &signer, proposer: address, timestamp: u64);
    #[view]
    public fun now_microseconds(): u64;
    #[view]
    public fun now_seconds(): u64;
}
