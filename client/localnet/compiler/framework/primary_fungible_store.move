module 0x1::primary_fungible_store {
    use 0x1::error;
    use 0x1::fungible_asset::{Self, FungibleAsset, FungibleStore, Metadata};
    use 0x1::object::{Self, ConstructorRef, DeriveRef, Object};
    use 0x1::option::Option;
    use 0x1::signer;
    use 0x1::string::String;

    /// The account has no primary store for this fungible asset
    const EPRIMARY_STORE_NOT_FOUND: u64 = 1;

    struct DeriveRefPod has key { metadata_derive_ref: DeriveRef }

    public fun create_primary_store_enabled_fungible_asset(
        constructor_ref: &ConstructorRef,
        maximum_supply: Option<u128>,
        name: String,
        symbol: String,
        decimals: u8,
        icon_uri: String,
        project_uri: String,
    ) {
        fungible_asset::add_fungibility(constructor_ref, maximum_supply, name, symbol, decimals, icon_uri, project_uri);
        let metadata_signer = object::generate_signer(constructor_ref);
        move_to(&metadata_signer, DeriveRefPod { metadata_derive_ref: object::generate_derive_ref(constructor_ref) });
    }

    public fun ensure_primary_store_exists<T: key>(owner: address, metadata: Object<T>): Object<FungibleStore> {
        if (!primary_store_exists(owner, metadata)) {
            create_primary_store(owner, metadata)
        } else {
            primary_store(owner, metadata)
        }
    }

    public fun create_primary_store<T: key>(owner_addr: address, metadata: Object<T>): Object<FungibleStore> {
        let constructor_ref = object::create_sticky_object(owner_addr);
        fungible_asset::create_store(&constructor_ref, metadata)
    }

    #[view]
    public fun primary_store_address<T: key>(owner: address, metadata: Object<T>): address {
        let metadata_addr = object::object_address(&metadata);
        object::create_user_derived_object_address(owner, metadata_addr)
    }

    #[view]
    public fun primary_store<T: key>(owner: address, metadata: Object<T>): Object<FungibleStore> {
        let store = primary_store_address(owner, metadata);
        assert!(fungible_asset::store_exists(store), error::not_found(EPRIMARY_STORE_NOT_FOUND));
        object::address_to_object<FungibleStore>(store)
    }

    #[view]
    public fun primary_store_exists<T: key>(account: address, metadata: Object<T>): bool {
        fungible_asset::store_exists(primary_store_address(account, metadata))
    }

    #[view]
    public fun balance<T: key>(account: address, metadata: Object<T>): u64 {
        if (primary_store_exists(account, metadata)) {
            fungible_asset::balance(primary_store(account, metadata))
        } else {
            0
        }
    }

    #[view]
    public fun is_frozen<T: key>(account: address, metadata: Object<T>): bool {
        if (primary_store_exists(account, metadata)) {
            fungible_asset::is_frozen(primary_store(account, metadata))
        } else {
            false
        }
    }

    public fun withdraw<T: key>(owner: &signer, metadata: Object<T>, amount: u64): FungibleAsset {
        let store = primary_store(signer::address_of(owner), metadata);
        fungible_asset::withdraw(owner, store, amount)
    }

    public fun deposit(owner: address, fa: FungibleAsset) {
        let metadata = fungible_asset::metadata_from_asset(&fa);
        let store = ensure_primary_store_exists(owner, metadata);
        fungible_asset::deposit(store, fa);
    }

    public entry fun transfer<T: key>(sender: &signer, metadata: Object<T>, recipient: address, amount: u64) {
        let store = ensure_primary_store_exists(recipient, metadata);
        let fa = withdraw(sender, metadata, amount);
        fungible_asset::deposit(store, fa);
    }
}
