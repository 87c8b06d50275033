module 0x1::coin {
    use 0x1::account;
    use 0x1::error;
    use 0x1::event::{Self, EventHandle};
    use 0x1::fungible_asset::{Self, FungibleAsset, Metadata};
    use 0x1::object::Object;
    use 0x1::option::{Self, Option};
    use 0x1::optional_aggregator::{Self, OptionalAggregator};
    use 0x1::signer;
    use 0x1::string::{Self, String};
    use 0x1::table::{Self, Table};
    use 0x1::type_info::{Self, TypeInfo};

    friend 0x1::genesis;
    friend 0x1::native_coin;
    friend 0x1::transaction_fee;

    /// Address of account which is used to initialize a coin `CoinType` doesn't match the deployer of module
    const ECOIN_INFO_ADDRESS_MISMATCH: u64 = 1;
    /// `CoinType` is already initialized as a coin
    const ECOIN_INFO_ALREADY_PUBLISHED: u64 = 2;
    /// `CoinType` hasn't been initialized as a coin
    const ECOIN_INFO_NOT_PUBLISHED: u64 = 3;
    /// Deprecated. Account already has `CoinStore` registered for `CoinType`
    const ECOIN_STORE_ALREADY_PUBLISHED: u64 = 4;
    /// Account hasn't registered `CoinStore` for `CoinType`
    const ECOIN_STORE_NOT_PUBLISHED: u64 = 5;
    /// Not enough coins to complete transaction
    const EINSUFFICIENT_BALANCE: u64 = 6;
    /// Cannot destroy non-zero coins
    const EDESTRUCTION_OF_NONZERO_TOKEN: u64 = 7;
    /// Coin amount cannot be zero
    const EZERO_COIN_AMOUNT: u64 = 9;
    /// CoinStore is frozen. Coins cannot be deposited or withdrawn
    const EFROZEN: u64 = 10;
    /// Name of the coin is too long
    const ECOIN_NAME_TOO_LONG: u64 = 12;
    /// Symbol of the coin is too long
    const ECOIN_SYMBOL_TOO_LONG: u64 = 13;

    const MAX_NAME_LENGTH: u64 = 32;
    const MAX_SYMBOL_LENGTH: u64 = 10;
    const MAX_U128: u128 = 340282366920938463463374607431768211455;

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
    public fun paired_metadata<CoinType>(): Option<Object<Metadata>> {
        let map = &borrow_global<CoinConversionMap>(@0x1).coin_to_fungible_asset_map;
        let kind = type_info::type_of<CoinType>();
        if (table::contains(map, kind)) {
            option::some(*table::borrow(map, kind))
        } else {
            option::none()
        }
    }

    public fun coin_to_fungible_asset<CoinType>(coin: Coin<CoinType>): FungibleAsset {
        let Coin { value } = coin;
        let metadata = paired_metadata<CoinType>();
        assert!(option::is_some(&metadata), error::not_found(ECOIN_INFO_NOT_PUBLISHED));
        fungible_asset::mint_internal(option::extract(&mut metadata), value)
    }

    public(friend) fun initialize_supply_config(framework: &signer) {
        move_to(framework, SupplyConfig { allow_upgrades: false })
    }

    public fun allow_supply_upgrades(framework: &signer, allowed: bool) {
        let config = borrow_global_mut<SupplyConfig>(signer::address_of(framework));
        config.allow_upgrades = allowed;
    }

    #[view]
    public fun balance<CoinType>(owner: address): u64 {
        assert!(is_account_registered<CoinType>(owner), error::not_found(ECOIN_STORE_NOT_PUBLISHED));
        borrow_global<CoinStore<CoinType>>(owner).coin.value
    }

    #[view]
    public fun is_balance_at_least<CoinType>(owner: address, amount: u64): bool {
        if (!is_account_registered<CoinType>(owner)) {
            return amount == 0
        };
        balance<CoinType>(owner) >= amount
    }

    #[view]
    public fun is_coin_initialized<CoinType>(): bool {
        exists<CoinInfo<CoinType>>(coin_address<CoinType>())
    }

    #[view]
    public fun is_coin_store_frozen<CoinType>(account_addr: address): bool {
        if (!is_account_registered<CoinType>(account_addr)) {
            return true
        };
        borrow_global<CoinStore<CoinType>>(account_addr).frozen
    }

    #[view]
    public fun is_account_registered<CoinType>(account_addr: address): bool {
        exists<CoinStore<CoinType>>(account_addr)
    }

    #[view]
    public fun name<CoinType>(): String {
        coin_info<CoinType>().name
    }

    #[view]
    public fun symbol<CoinType>(): String {
        coin_info<CoinType>().symbol
    }

    #[view]
    public fun decimals<CoinType>(): u8 {
        coin_info<CoinType>().decimals
    }

    #[view]
    public fun supply<CoinType>(): Option<u128> {
        let maybe_supply = &coin_info<CoinType>().supply;
        if (option::is_some(maybe_supply)) {
            option::some(optional_aggregator::read(option::borrow(maybe_supply)))
        } else {
            option::none()
        }
    }

    #[view]
    public fun coin_supply<CoinType>(): Option<u128> {
        supply<CoinType>()
    }

    public fun burn<CoinType>(coin: Coin<CoinType>, cap: &BurnCapability<CoinType>) {
        let Coin { value: amount } = coin;
        if (amount != 0) {
            let maybe_supply = &mut borrow_global_mut<CoinInfo<CoinType>>(coin_address<CoinType>()).supply;
            if (option::is_some(maybe_supply)) {
                let supply = option::borrow_mut(maybe_supply);
                optional_aggregator::sub(supply, (amount as u128));
            }
        }
    }

    public fun burn_from<CoinType>(account_addr: address, amount: u64, burn_cap: &BurnCapability<CoinType>) {
        if (amount == 0) {
            return
        };
        assert!(is_account_registered<CoinType>(account_addr), error::not_found(ECOIN_STORE_NOT_PUBLISHED));
        let store = borrow_global_mut<CoinStore<CoinType>>(account_addr);
        burn(extract(&mut store.coin, amount), burn_cap);
    }

    public fun deposit<CoinType>(account_addr: address, coin: Coin<CoinType>) {
        assert!(is_account_registered<CoinType>(account_addr), error::not_found(ECOIN_STORE_NOT_PUBLISHED));
        let store = borrow_global_mut<CoinStore<CoinType>>(account_addr);
        assert!(!store.frozen, error::permission_denied(EFROZEN));
        event::emit(CoinDeposit {
            coin_type: type_info::type_name<CoinType>(),
            account: account_addr,
            amount: coin.value,
        });
        event::emit_event(&mut store.deposit_events, DepositEvent { amount: coin.value });
        merge(&mut store.coin, coin);
    }

    public fun destroy_zero<CoinType>(zero_coin: Coin<CoinType>) {
        let Coin { value } = zero_coin;
        assert!(value == 0, error::invalid_argument(EDESTRUCTION_OF_NONZERO_TOKEN));
    }

    public fun extract<CoinType>(coin: &mut Coin<CoinType>, amount: u64): Coin<CoinType> {
        assert!(coin.value >= amount, error::invalid_argument(EINSUFFICIENT_BALANCE));
        coin.value = coin.value - amount;
        Coin { value: amount }
    }

    public fun extract_all<CoinType>(coin: &mut Coin<CoinType>): Coin<CoinType> {
        let amount = coin.value;
        coin.value = 0;
        Coin { value: amount }
    }

    public entry fun freeze_coin_store<CoinType>(account_addr: address) {
        let store = borrow_global_mut<CoinStore<CoinType>>(account_addr);
        store.frozen = true;
    }

    public entry fun upgrade_supply<CoinType>(account: &signer) {
        let addr = signer::address_of(account);
        assert!(addr == coin_address<CoinType>(), error::invalid_argument(ECOIN_INFO_ADDRESS_MISMATCH));
        assert!(borrow_global<SupplyConfig>(@0x1).allow_upgrades, error::permission_denied(EFROZEN));
        let maybe_supply = &mut borrow_global_mut<CoinInfo<CoinType>>(addr).supply;
        if (option::is_some(maybe_supply)) {
            let supply = option::borrow_mut(maybe_supply);
            if (!optional_aggregator::is_parallelizable(supply)) {
                optional_aggregator::switch(supply);
            }
        }
    }

    public fun initialize<CoinType>(
        account: &signer,
        name: String,
        symbol: String,
        decimals: u8,
        monitor_supply: bool): (BurnCapability<CoinType>,
        FreezeCapability<CoinType>,
        MintCapability<CoinType>,
    ) {
        let addr = signer::address_of(account);
        assert!(addr == coin_address<CoinType>(), error::invalid_argument(ECOIN_INFO_ADDRESS_MISMATCH));
        assert!(!exists<CoinInfo<CoinType>>(addr), error::already_exists(ECOIN_INFO_ALREADY_PUBLISHED));
        assert!(string::length(&name) <= MAX_NAME_LENGTH, error::invalid_argument(ECOIN_NAME_TOO_LONG));
        assert!(string::length(&symbol) <= MAX_SYMBOL_LENGTH, error::invalid_argument(ECOIN_SYMBOL_TOO_LONG));
        let supply = if (monitor_supply) {
            option::some(optional_aggregator::new(MAX_U128, false))
        } else {
            option::none()
        };
        move_to(account, CoinInfo<CoinType> { name, symbol, decimals, supply });
        (
            BurnCapability { dummy_field: false },
            FreezeCapability { dummy_field: false },
            MintCapability { dummy_field: false },
        )
    }

    public fun merge<CoinType>(dst_coin: &mut Coin<CoinType>, source_coin: Coin<CoinType>) {
        let Coin { value } = source_coin;
        dst_coin.value = dst_coin.value + value;
    }

    public fun mint<CoinType>(amount: u64, cap: &MintCapability<CoinType>): Coin<CoinType> {
        if (amount > 0) {
            let maybe_supply = &mut borrow_global_mut<CoinInfo<CoinType>>(coin_address<CoinType>()).supply;
            if (option::is_some(maybe_supply)) {
                let supply = option::borrow_mut(maybe_supply);
                optional_aggregator::add(supply, (amount as u128));
            }
        };
        Coin { value: amount }
    }

    public fun register<CoinType>(account: &signer) {
        let addr = signer::address_of(account);
        if (is_account_registered<CoinType>(addr)) {
            return
        };
        let store = CoinStore<CoinType> {
            coin: Coin { value: 0 },
            frozen: false,
            deposit_events: account::new_event_handle<DepositEvent>(account),
            withdraw_events: account::new_event_handle<WithdrawEvent>(account),
        };
        move_to(account, store);
    }

    public entry fun transfer<CoinType>(from: &signer, to: address, amount: u64) {
        let coin = withdraw<CoinType>(from, amount);
        deposit(to, coin);
    }

    public fun value<CoinType>(coin: &Coin<CoinType>): u64 {
        coin.value
    }

    public fun withdraw<CoinType>(account: &signer, amount: u64): Coin<CoinType> {
        let addr = signer::address_of(account);
        assert!(is_account_registered<CoinType>(addr), error::not_found(ECOIN_STORE_NOT_PUBLISHED));
        let store = borrow_global_mut<CoinStore<CoinType>>(addr);
        assert!(!store.frozen, error::permission_denied(EFROZEN));
        event::emit(CoinWithdraw { coin_type: type_info::type_name<CoinType>(), account: addr, amount });
        event::emit_event(&mut store.withdraw_events, WithdrawEvent { amount });
        extract(&mut store.coin, amount)
    }

    public fun zero<CoinType>(): Coin<CoinType> {
        Coin { value: 0 }
    }

    public fun destroy_freeze_cap<CoinType>(freeze_cap: FreezeCapability<CoinType>) {
        let FreezeCapability { dummy_field: _ } = freeze_cap;
    }

    public fun destroy_mint_cap<CoinType>(mint_cap: MintCapability<CoinType>) {
        let MintCapability { dummy_field: _ } = mint_cap;
    }

    public fun destroy_burn_cap<CoinType>(burn_cap: BurnCapability<CoinType>) {
        let BurnCapability { dummy_field: _ } = burn_cap;
    }

    fun coin_address<CoinType>(): address {
        let kind = type_info::type_of<CoinType>();
        type_info::account_address(&kind)
    }

    fun assert_signer_has_permission<CoinType>(account: &signer, amount: u64) {
        assert!(balance<CoinType>(signer::address_of(account)) >= amount, error::permission_denied(EFROZEN));
    }

    fun coin_info<CoinType>(): &CoinInfo<CoinType> {
        let addr = coin_address<CoinType>();
        assert!(exists<CoinInfo<CoinType>>(addr), error::not_found(ECOIN_INFO_NOT_PUBLISHED));
        borrow_global<CoinInfo<CoinType>>(addr)
    }
}
