module 0x1::primary_fungible_store {
    use 0x1::fungible_asset::FungibleAsset;
    use 0x1::fungible_asset::FungibleStore;
    use 0x1::fungible_asset::Metadata;
    use 0x1::object::ConstructorRef;
    use 0x1::object::DeriveRef;
    use 0x1::object::Object;
    use 0x1::option::Option;
    use 0x1::string::String;

    const EPRIMARY_STORE_NOT_FOUND: u64 = 1;

    struct DeriveRefPod has key { metadata_derive_ref: DeriveRef }

    public fun create_primary_store_enabled_fungible_asset(constructor_ref: &ConstructorRef, maximum_supply: Option<u128>, name: String, symbol: String, decimals: u8, icon_uri: String, project_uri: String);
    public fun ensure_primary_store_exists<T: key>(owner: address, metadata: Object<T>): Object<FungibleStore>;
    public fun create_primary_store<T: key>(owner_addr: address, metadata: Object<T>): Object<FungibleStore>;
    #[view]
    public fun primary_store_address<T: key>(owner: address, metadata: Object<T>): address;
    #[view]
    public fun primary_store<T: key>(owner: address, metadata: Object<T>): Object<FungibleStore>;
    #[view]
    public fun primary_store_exists<T: key>(account: address, metadata: Object<T>): bool;
    #[view]
    public fun balance<T: key>(account: address, metadata: Object<T>): u64;
    #[view]
    public fun is_frozen<T: key>(account: address, metadata: Object<T>): bool;
    public fun withdraw<T: key>(owner: &signer, metadata: Object<T>, amount: u64): FungibleAsset;
    public fun deposit(owner: address, fa: FungibleAsset);
    public entry fun transfer<T: key>(sender: &signer, metadata: Object<T>, recipient: address, amount: u64);
}
