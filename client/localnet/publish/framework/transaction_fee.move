module 0x1::transaction_fee {
    use 0x1::coin::BurnCapability;
    use 0x1::coin::MintCapability;
    use 0x1::native_coin::NativeCoin;

    friend 0x1::block;
    friend 0x1::genesis;
    friend 0x1::reconfiguration;
    friend 0x1::transaction_validation;

    const EALREADY_COLLECTING_FEES: u64 = 1;
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

    public(friend) fun burn_fee(account: address, fee: u64);
    public(friend) fun mint_and_refund(account: address, refund: u64);
    public(friend) fun store_native_coin_burn_cap(framework: &signer, burn_cap: BurnCapability<NativeCoin>);
    public(friend) fun store_native_coin_mint_cap(framework: &signer, mint_cap: MintCapability<NativeCoin>);
    fun emit_fee_statement(fee_statement: FeeStatement);
}
