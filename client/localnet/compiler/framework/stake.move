module 0x1::stake {
    use 0x1::coin::Coin;
    use 0x1::native_coin::NativeCoin;

    friend 0x1::genesis;

    struct StakePool has key {
        active: Coin<NativeCoin>,
        inactive: Coin<NativeCoin>,
        pending_active: Coin<NativeCoin>,
        pending_inactive: Coin<NativeCoin>,
        locked_until_secs: u64,
        operator_address: address,
        delegated_voter: address,
    }

    struct ValidatorConfig has copy, drop, key, store {
        consensus_pubkey: vector<u8>,
        network_addresses: vector<u8>,
        fullnode_addresses: vector<u8>,
        validator_index: u64,
    }

    struct ValidatorInfo has copy, drop, store { addr: address, voting_power: u64, config: ValidatorConfig }

    struct ValidatorSet has copy, drop, key, store {
        consensus_scheme: u8,
        active_validators: vector<ValidatorInfo>,
        pending_inactive: vector<ValidatorInfo>,
        pending_active: vector<ValidatorInfo>,
        total_voting_power: u128,
        total_joining_power: u128,
    }

    struct IndividualValidatorPerformance has drop, store { successful_proposals: u64, failed_proposals: u64 }

    struct ValidatorPerformance has key { validators: vector<IndividualValidatorPerformance> }

    public(friend) fun initialize(framework: &signer, set: ValidatorSet) {
        move_to(framework, set)
    }
}
