module 0x1::leader_ban_registry {
    friend 0x1::genesis;

    struct ActiveBan has copy, drop, store {
        epoch_earned: u64,
        round_earned: u64,
        rounds_served_in_previous_epochs: u64,
        on_probation: bool,
    }

    struct ValidatorBans has copy, drop, store {
        active: ActiveBan,
        consecutive_bans: u32,
        pool_address: address,
    }

    struct BanRegistry has drop, key, store {
        bans: vector<ValidatorBans>,
    }

    struct LatestView has copy, drop, key, store {
        epoch: u64,
        round: u64,
    }

    public(friend) fun initialize(framework: &signer, bans: BanRegistry, view: LatestView) {
        move_to(framework, bans);
        move_to(framework, view)
    }
}
