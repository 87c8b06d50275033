module 0x1::fungible_asset {
    use 0x1::error;
    use 0x1::event;
    use 0x1::object::{Self, ConstructorRef, DeleteRef, Object};
    use 0x1::option::{Self, Option};
    use 0x1::signer;
    use 0x1::string::String;

    friend 0x1::coin;
    friend 0x1::native_account;
    friend 0x1::primary_fungible_store;

    /// Amount cannot be zero
    const EAMOUNT_CANNOT_BE_ZERO: u64 = 1;
    /// Store is disabled from sending and receiving this fungible asset
    const ESTORE_IS_FROZEN: u64 = 3;
    /// Insufficient balance to withdraw or transfer
    const EINSUFFICIENT_BALANCE: u64 = 4;
    /// Fungible metadata does not exist on this object
    const EFUNGIBLE_METADATA_EXISTENCE: u64 = 30;
    /// Fungible store does not exist on this object
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

    public fun add_fungibility(
        constructor_ref: &ConstructorRef,
        maximum_supply: Option<u128>,
        name: String,
        symbol: String,
        decimals: u8,
        icon_uri: String,
        project_uri: String,
    ): Object<Metadata> {
        let metadata_object_signer = object::generate_signer(constructor_ref);
        move_to(&metadata_object_signer, Metadata { name, symbol, decimals, icon_uri, project_uri });
        move_to(&metadata_object_signer, Supply { current: 0, maximum: maximum_supply });
        object::address_to_object<Metadata>(signer::address_of(&metadata_object_signer))
    }

    public fun generate_mint_ref(constructor_ref: &ConstructorRef): MintRef {
        MintRef { metadata: metadata_of(constructor_ref) }
    }

    public fun generate_burn_ref(constructor_ref: &ConstructorRef): BurnRef {
        BurnRef { metadata: metadata_of(constructor_ref) }
    }

    public fun generate_transfer_ref(constructor_ref: &ConstructorRef): TransferRef {
        TransferRef { metadata: metadata_of(constructor_ref) }
    }

    #[view]
    public fun supply<T: key>(metadata: Object<T>): Option<u128> {
        let addr = object::object_address(&metadata);
        assert_metadata(addr);
        if (exists<Supply>(addr)) {
            option::some(borrow_global<Supply>(addr).current)
        } else {
            option::none()
        }
    }

    #[view]
    public fun maximum<T: key>(metadata: Object<T>): Option<u128> {
        let addr = object::object_address(&metadata);
        assert_metadata(addr);
        if (exists<Supply>(addr)) {
            borrow_global<Supply>(addr).maximum
        } else {
            option::none()
        }
    }

    #[view]
    public fun name<T: key>(metadata: Object<T>): String {
        borrow_metadata(&metadata).name
    }

    #[view]
    public fun symbol<T: key>(metadata: Object<T>): String {
        borrow_metadata(&metadata).symbol
    }

    #[view]
    public fun decimals<T: key>(metadata: Object<T>): u8 {
        borrow_metadata(&metadata).decimals
    }

    #[view]
    public fun metadata<T: key>(metadata: Object<T>): Metadata {
        *borrow_metadata(&metadata)
    }

    #[view]
    public fun store_exists(store: address): bool {
        exists<FungibleStore>(store)
    }

    #[view]
    public fun store_metadata<T: key>(store: Object<T>): Object<Metadata> {
        borrow_store(&store).metadata
    }

    #[view]
    public fun balance<T: key>(store: Object<T>): u64 {
        borrow_store(&store).balance
    }

    #[view]
    public fun is_frozen<T: key>(store: Object<T>): bool {
        borrow_store(&store).frozen
    }

    public fun amount(fa: &FungibleAsset): u64 {
        fa.amount
    }

    public fun metadata_from_asset(fa: &FungibleAsset): Object<Metadata> {
        fa.metadata
    }

    public entry fun transfer<T: key>(sender: &signer, from: Object<T>, to: Object<T>, amount: u64) {
        let fa = withdraw(sender, from, amount);
        deposit(to, fa);
    }

    public fun create_store<T: key>(constructor_ref: &ConstructorRef, metadata: Object<T>): Object<FungibleStore> {
        let store_signer = object::generate_signer(constructor_ref);
        move_to(&store_signer, FungibleStore { metadata: object::convert(metadata), balance: 0, frozen: false });
        object::address_to_object<FungibleStore>(signer::address_of(&store_signer))
    }

    public fun remove_store(delete_ref: &DeleteRef) {
        let addr = object::address_from_delete_ref(delete_ref);
        let FungibleStore { metadata: _, balance, frozen: _ } = move_from<FungibleStore>(addr);
        assert!(balance == 0, error::permission_denied(EINSUFFICIENT_BALANCE));
    }

    public fun withdraw<T: key>(owner: &signer, store: Object<T>, amount: u64): FungibleAsset {
        assert!(object::owns(store, signer::address_of(owner)), error::permission_denied(EINSUFFICIENT_BALANCE));
        withdraw_internal(object::object_address(&store), amount)
    }

    public fun deposit<T: key>(store: Object<T>, fa: FungibleAsset) {
        deposit_internal(object::object_address(&store), fa)
    }

    public fun mint(ref: &MintRef, amount: u64): FungibleAsset {
        assert!(amount != 0, error::invalid_argument(EAMOUNT_CANNOT_BE_ZERO));
        let metadata = ref.metadata;
        let supply = borrow_global_mut<Supply>(object::object_address(&metadata));
        if (option::is_some(&supply.maximum)) {
            let left = *option::borrow(&supply.maximum) - supply.current;
            assert!(left >= (amount as u128), error::out_of_range(EINSUFFICIENT_BALANCE));
        };
        supply.current = supply.current + (amount as u128);
        FungibleAsset { metadata, amount }
    }

    public fun burn(ref: &BurnRef, fa: FungibleAsset) {
        let FungibleAsset { metadata, amount } = fa;
        assert!(ref.metadata == metadata, error::invalid_argument(EFUNGIBLE_METADATA_EXISTENCE));
        let supply = borrow_global_mut<Supply>(object::object_address(&metadata));
        supply.current = supply.current - (amount as u128);
    }

    public fun set_frozen_flag<T: key>(ref: &TransferRef, store: Object<T>, frozen: bool) {
        assert!(ref.metadata == borrow_store(&store).metadata, error::invalid_argument(EFUNGIBLE_METADATA_EXISTENCE));
        let store_addr = object::object_address(&store);
        borrow_global_mut<FungibleStore>(store_addr).frozen = frozen;
        event::emit(Frozen { store: store_addr, frozen });
    }

    public fun extract(fungible_asset: &mut FungibleAsset, amount: u64): FungibleAsset {
        assert!(fungible_asset.amount >= amount, error::invalid_argument(EINSUFFICIENT_BALANCE));
        fungible_asset.amount = fungible_asset.amount - amount;
        FungibleAsset { metadata: fungible_asset.metadata, amount }
    }

    public fun merge(dst_fungible_asset: &mut FungibleAsset, src_fungible_asset: FungibleAsset) {
        let FungibleAsset { metadata, amount } = src_fungible_asset;
        assert!(metadata == dst_fungible_asset.metadata, error::invalid_argument(EFUNGIBLE_METADATA_EXISTENCE));
        dst_fungible_asset.amount = dst_fungible_asset.amount + amount;
    }

    public fun destroy_zero(fungible_asset: FungibleAsset) {
        let FungibleAsset { metadata: _, amount } = fungible_asset;
        assert!(amount == 0, error::invalid_argument(EAMOUNT_CANNOT_BE_ZERO));
    }

    public(friend) fun deposit_internal(store_addr: address, fa: FungibleAsset) {
        let FungibleAsset { metadata, amount } = fa;
        if (amount == 0) {
            return
        };
        assert!(exists<FungibleStore>(store_addr), error::not_found(EFUNGIBLE_STORE_EXISTENCE));
        let store = borrow_global_mut<FungibleStore>(store_addr);
        assert!(!store.frozen, error::permission_denied(ESTORE_IS_FROZEN));
        assert!(store.metadata == metadata, error::invalid_argument(EFUNGIBLE_METADATA_EXISTENCE));
        store.balance = store.balance + amount;
        event::emit(Deposit { store: store_addr, amount });
    }

    public(friend) fun withdraw_internal(store_addr: address, amount: u64): FungibleAsset {
        assert!(exists<FungibleStore>(store_addr), error::not_found(EFUNGIBLE_STORE_EXISTENCE));
        let store = borrow_global_mut<FungibleStore>(store_addr);
        assert!(!store.frozen, error::permission_denied(ESTORE_IS_FROZEN));
        assert!(store.balance >= amount, error::invalid_argument(EINSUFFICIENT_BALANCE));
        store.balance = store.balance - amount;
        event::emit(Withdraw { store: store_addr, amount });
        FungibleAsset { metadata: store.metadata, amount }
    }

    fun assert_metadata(addr: address) {
        assert!(exists<Metadata>(addr), error::not_found(EFUNGIBLE_METADATA_EXISTENCE));
    }

    fun borrow_metadata<T: key>(metadata: &Object<T>): &Metadata {
        let addr = object::object_address(metadata);
        assert_metadata(addr);
        borrow_global<Metadata>(addr)
    }

    fun borrow_store<T: key>(store: &Object<T>): &FungibleStore {
        let addr = object::object_address(store);
        assert!(exists<FungibleStore>(addr), error::not_found(EFUNGIBLE_STORE_EXISTENCE));
        borrow_global<FungibleStore>(addr)
    }

    fun metadata_of(constructor_ref: &ConstructorRef): Object<Metadata> {
        let metadata_signer = object::generate_signer(constructor_ref);
        object::address_to_object<Metadata>(signer::address_of(&metadata_signer))
    }

    /// Mints what replaces coins.
    public(friend) fun mint_internal(metadata: Object<Metadata>, amount: u64): FungibleAsset {
        let supply = borrow_global_mut<Supply>(object::object_address(&metadata));
        supply.current = supply.current + (amount as u128);
        FungibleAsset { metadata, amount }
    }
}
