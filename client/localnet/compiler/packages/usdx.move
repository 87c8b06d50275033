/// A dollar that the bridge issues.
module bridge::usdx {
    use 0x1::coin::{Self, BurnCapability, FreezeCapability, MintCapability};
    use 0x1::error;
    use 0x1::signer;
    use 0x1::string;
    use bridge::endpoint;

    /// Only the bridge may issue coins
    const ENOT_BRIDGE: u64 = 1;
    /// The amount is below the minimum of the bridge
    const EAMOUNT_TOO_SMALL: u64 = 2;

    const MINIMUM: u64 = 1000;

    struct Usdx {}

    struct Capabilities has key {
        burn: BurnCapability<Usdx>,
        freeze: FreezeCapability<Usdx>,
        mint: MintCapability<Usdx>,
    }

    fun init_module(owner: &signer) {
        assert!(signer::address_of(owner) == @bridge, error::permission_denied(ENOT_BRIDGE));
        let (burn, freeze, mint) = coin::initialize<Usdx>(owner, string::utf8(b"Bridged Dollar"), string::utf8(b"USDX"), 6, true);
        move_to(owner, Capabilities { burn, freeze, mint });
    }

    public entry fun register(account: &signer) {
        if (!coin::is_account_registered<Usdx>(signer::address_of(account))) {
            coin::register<Usdx>(account);
        }
    }

    public entry fun redeem(account: &signer, amount: u64, destination: u32, receiver: vector<u8>) {
        assert!(amount >= MINIMUM, error::invalid_argument(EAMOUNT_TOO_SMALL));
        let coins = coin::withdraw<Usdx>(account, amount);
        coin::burn(coins, &borrow_global<Capabilities>(@bridge).burn);
        endpoint::receive_message(account, destination, receiver);
    }
}
