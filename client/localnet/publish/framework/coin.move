module 0x1::coin {
    use 0x1::event::EventHandle;
    use 0x1::fungible_asset::FungibleAsset;
    use 0x1::fungible_asset::Metadata;
    use 0x1::object::Object;
    use 0x1::option::Option;
    use 0x1::optional_aggregator::OptionalAggregator;
    use 0x1::string::String;
    use 0x1::table::Table;
    use 0x1::type_info::TypeInfo;

    friend 0x1::genesis;
    friend 0x1::native_coin;
    friend 0x1::transaction_fee;

    const ECOIN_INFO_ADDRESS_MISMATCH: u64 = 1;
    const ECOIN_INFO_ALREADY_PUBLISHED: u64 = 2;
    const ECOIN_INFO_NOT_PUBLISHED: u64 = 3;
    const ECOIN_STORE_ALREADY_PUBLISHED: u64 = 4;
    const ECOIN_STORE_NOT_PUBLISHED: u64 = 5;
    const EINSUFFICIENT_BALANCE: u64 = 6;
    const EDESTRUCTION_OF_NONZERO_TOKEN: u64 = 7;
    const EZERO_COIN_AMOUNT: u64 = 9;
    const EFROZEN: u64 = 10;
    const ECOIN_NAME_TOO_LONG: u64 = 12;
    const ECOIN_SYMBOL_TOO_LONG: u64 = 13;

    struct Coin<phantom CoinType> has store { value: u64 }
    struct AggregatableCoin<phantom CoinType> has store { value: OptionalAggregator }
    struct CoinStore<phantom CoinType> has key {
        coin: Coin<CoinType>,
        frozen: bool,
        deposit_events: EventHandle<DepositEvent>,
        withdraw_events: EventHandle<WithdrawEvent>,
    }
    struct SupplyConfig has key { allow_upgrades: bool }
    struct CoinInfo<phantom CoinType> has key {
        name: String,
        symbol: String,
        decimals: u8,
        supply: Option<OptionalAggregator>,
    }
    struct CoinConversionMap has key { coin_to_fungible_asset_map: Table<TypeInfo, Object<Metadata>> }
    #[event]
    struct CoinDeposit has drop, store { coin_type: String, account: address, amount: u64 }
    #[event]
    struct CoinWithdraw has drop, store { coin_type: String, account: address, amount: u64 }
    struct DepositEvent has drop, store { amount: u64 }
    struct WithdrawEvent has drop, store { amount: u64 }
    struct MintCapability<phantom CoinType> has copy, store { dummy_field: bool }
    struct FreezeCapability<phantom CoinType> has copy, store { dummy_field: bool }
    struct BurnCapability<phantom CoinType> has copy, store { dummy_field: bool }

    #[view]
    public fun paired_metadata<CoinType>(): Option<Object<Metadata>>;
    public fun coin_to_fungible_asset<CoinType>(coin: Coin<CoinType>): FungibleAsset;
    public(friend) fun initialize_supply_config(framework: &signer);
    public fun allow_supply_upgrades(framework: &signer, allowed: bool);
    #[view]
    public fun balance<CoinType>(owner: address): u64;
    #[view]
    public fun is_balance_at_least<CoinType>(owner: address, amount: u64): bool;
    #[view]
    public fun is_coin_initialized<CoinType>(): bool;
    #[view]
    public fun is_coin_store_frozen<CoinType>(account_addr: address): bool;
    #[view]
    public fun is_account_registered<CoinType>(account_addr: address): bool;
    #[view]
    public fun name<CoinType>(): String;
    #[view]
    public fun symbol<CoinType>(): String;
    #[view]
    public fun decimals<CoinType>(): u8;
    #[view]
    public fun supply<CoinType>(): Option<u128>;
    #[view]
    public fun coin_supply<CoinType>(): Option<u128>;
    public fun burn<CoinType>(coin: Coin<CoinType>, cap: &BurnCapability<CoinType>);
    public fun burn_from<CoinType>(account_addr: address, amount: u64, burn_cap: &BurnCapability<CoinType>);
    public fun deposit<CoinType>(account_addr: address, coin: Coin<CoinType>);
    public fun destroy_zero<CoinType>(zero_coin: Coin<CoinType>);
    public fun extract<CoinType>(coin: &mut Coin<CoinType>, amount: u64): Coin<CoinType>;
    public fun extract_all<CoinType>(coin: &mut Coin<CoinType>): Coin<CoinType>;
    public entry fun freeze_coin_store<CoinType>(account_addr: address);
    public entry fun upgrade_supply<CoinType>(account: &signer);
    public fun initialize<CoinType>(account: &signer, name: String, symbol: String, decimals: u8, monitor_supply: bool): (BurnCapability<CoinType>, FreezeCapability<CoinType>, MintCapability<CoinType>);
    public fun merge<CoinType>(dst_coin: &mut Coin<CoinType>, source_coin: Coin<CoinType>);
    public fun mint<CoinType>(amount: u64, cap: &MintCapability<CoinType>): Coin<CoinType>;
    public fun register<CoinType>(account: &signer);
    public entry fun transfer<CoinType>(from: &signer, to: address, amount: u64);
    public fun value<CoinType>(coin: &Coin<CoinType>): u64;
    public fun withdraw<CoinType>(account: &signer, amount: u64): Coin<CoinType>;
    public fun zero<CoinType>(): Coin<CoinType>;
    public fun destroy_freeze_cap<CoinType>(freeze_cap: FreezeCapability<CoinType>);
    public fun destroy_mint_cap<CoinType>(mint_cap: MintCapability<CoinType>);
    public fun destroy_burn_cap<CoinType>(burn_cap: BurnCapability<CoinType>);
    fun coin_address<CoinType>(): address;
    fun assert_signer_has_permission<CoinType>(account: &signer, amount: u64);
}
