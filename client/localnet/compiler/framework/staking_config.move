module 0x1::staking_config {
    friend 0x1::genesis;

    struct StakingConfig has copy, drop, key {
        minimum_stake: u64,
        maximum_stake: u64,
        recurring_lockup_duration_secs: u64,
        allow_validator_set_change: bool,
        rewards_rate: u64,
        rewards_rate_denominator: u64,
        voting_power_increase_limit: u64,
    }

    public(friend) fun initialize(framework: &signer, config: StakingConfig) {
        move_to(framework, config)
    }
}
