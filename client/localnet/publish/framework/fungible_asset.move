module 0x1::fungible_asset {
    use 0x1::object::ConstructorRef;
    use 0x1::object::DeleteRef;
    use 0x1::object::Object;
    use 0x1::option::Option;
    use 0x1::string::String;

    friend 0x1::coin;
    friend 0x1::native_account;
    friend 0x1::primary_fungible_store;

    const EAMOUNT_CANNOT_BE_ZERO: u64 = 1;
    const ESTORE_IS_FROZEN: u64 = 3;
    const EINSUFFICIENT_BALANCE: u64 = 4;
    const EFUNGIBLE_METADATA_EXISTENCE: u64 = 30;
    const EFUNGIBLE_STORE_EXISTENCE: u64 = 23;

    struct Supply has key { current: u128, maximum: Option<u128> }
    struct Metadata has copy, drop, key {
        name: String,
        symbol: String,
        decimals: u8,
        icon_uri: String,
        project_uri: String,
    }
    struct Untransferable has key {}
    struct FungibleStore has key { metadata: Object<Metadata>, balance: u64, frozen: bool }
    struct FungibleAsset { metadata: Object<Metadata>, amount: u64 }
    struct MintRef has drop, store { metadata: Object<Metadata> }
    struct TransferRef has drop, store { metadata: Object<Metadata> }
    struct BurnRef has drop, store { metadata: Object<Metadata> }
    #[event]
    struct Deposit has drop, store { store: address, amount: u64 }
    #[event]
    struct Withdraw has drop, store { store: address, amount: u64 }
    #[event]
    struct Frozen has drop, store { store: address, frozen: bool }

    public fun add_fungibility(constructor_ref: &ConstructorRef, maximum_supply: Option<u128>, name: String, symbol: String, decimals: u8, icon_uri: String, project_uri: String): Object<Metadata>;
    public fun generate_mint_ref(constructor_ref: &ConstructorRef): MintRef;
    public fun generate_burn_ref(constructor_ref: &ConstructorRef): BurnRef;
    public fun generate_transfer_ref(constructor_ref: &ConstructorRef): TransferRef;
    #[view]
    public fun supply<T: key>(metadata: Object<T>): Option<u128>;
    #[view]
    public fun maximum<T: key>(metadata: Object<T>): Option<u128>;
    #[view]
    public fun name<T: key>(metadata: Object<T>): String;
    #[view]
    public fun symbol<T: key>(metadata: Object<T>): String;
    #[view]
    public fun decimals<T: key>(metadata: Object<T>): u8;
    #[view]
    public fun metadata<T: key>(metadata: Object<T>): Metadata;
    #[view]
    public fun store_exists(store: address): bool;
    #[view]
    public fun store_metadata<T: key>(store: Object<T>): Object<Metadata>;
    #[view]
    public fun balance<T: key>(store: Object<T>): u64;
    #[view]
    public fun is_frozen<T: key>(store: Object<T>): bool;
    public fun amount(fa: &FungibleAsset): u64;
    public fun metadata_from_asset(fa: &FungibleAsset): Object<Metadata>;
    public entry fun transfer<T: key>(sender: &signer, from: Object<T>, to: Object<T>, amount: u64);
    public fun create_store<T: key>(constructor_ref: &ConstructorRef, metadata: Object<T>): Object<FungibleStore>;
    public fun remove_store(delete_ref: &DeleteRef);
    public fun withdraw<T: key>(owner: &signer, store: Object<T>, amount: u64): FungibleAsset;
    public fun deposit<T: key>(store: Object<T>, fa: FungibleAsset);
    public fun mint(ref: &MintRef, amount: u64): FungibleAsset;
    public fun burn(ref: &BurnRef, fa: FungibleAsset);
    public fun set_frozen_flag<T: key>(ref: &TransferRef, store: Object<T>, frozen: bool);
    public fun extract(fungible_asset: &mut FungibleAsset, amount: u64): FungibleAsset;
    public fun merge(dst_fungible_asset: &mut FungibleAsset, src_fungible_asset: FungibleAsset);
    public fun destroy_zero(fungible_asset: FungibleAsset);
    public(friend) fun deposit_internal(store_addr: address, fa: FungibleAsset);
    public(friend) fun withdraw_internal(store_addr: address, amount: u64): FungibleAsset;
}
