module 0x1::pbo_delegation_pool {
    friend 0x1::genesis;

    struct DelegationPool has key { total_coins_inactive: u64, operator_commission_percentage: u64 }

    public(friend) fun initialize(pool: &signer, commission: u64) {
        move_to(pool, DelegationPool { total_coins_inactive: 0, operator_commission_percentage: commission })
    }
}
