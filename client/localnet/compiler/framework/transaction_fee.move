module 0x1::transaction_fee {
    use 0x1::coin::{Self, BurnCapability, MintCapability};
    use 0x1::error;
    use 0x1::event;
    use 0x1::native_coin::NativeCoin;

    friend 0x1::block;
    friend 0x1::genesis;
    friend 0x1::reconfiguration;
    friend 0x1::transaction_validation;

    /// Gas fees are already being collected
    const EALREADY_COLLECTING_FEES: u64 = 1;
    /// The burn percentage is out of range
    const EINVALID_BURN_PERCENTAGE: u64 = 3;

    struct NativeCoinCapabilities has key { burn_cap: BurnCapability<NativeCoin> }
    struct NativeCoinMintCapability has key { mint_cap: MintCapability<NativeCoin> }
    #[event]
    struct FeeStatement has drop, store {
        total_charge_gas_units: u64,
        execution_gas_units: u64,
        io_gas_units: u64,
        storage_fee_quants: u64,
        storage_fee_refund_quants: u64,
    }

    public(friend) fun burn_fee(account: address, fee: u64) {
        let capabilities = borrow_global<NativeCoinCapabilities>(@0x1);
        coin::burn_from<NativeCoin>(account, fee, &capabilities.burn_cap);
    }

    public(friend) fun mint_and_refund(account: address, refund: u64) {
        let mint_cap = &borrow_global<NativeCoinMintCapability>(@0x1).mint_cap;
        let refund_coin = coin::mint(refund, mint_cap);
        coin::deposit(account, refund_coin);
    }

    public(friend) fun store_native_coin_burn_cap(framework: &signer, burn_cap: BurnCapability<NativeCoin>) {
        assert!(!exists<NativeCoinCapabilities>(@0x1), error::already_exists(EALREADY_COLLECTING_FEES));
        move_to(framework, NativeCoinCapabilities { burn_cap })
    }

    public(friend) fun store_native_coin_mint_cap(framework: &signer, mint_cap: MintCapability<NativeCoin>) {
        move_to(framework, NativeCoinMintCapability { mint_cap })
    }

    fun emit_fee_statement(fee_statement: FeeStatement) {
        event::emit(fee_statement)
    }
}
