module 0x1::object {
    use 0x1::event::EventHandle;
    use 0x1::guid::GUID;

    friend 0x1::coin;
    friend 0x1::fungible_asset;
    friend 0x1::primary_fungible_store;

    const EOBJECT_EXISTS: u64 = 1;
    const EOBJECT_DOES_NOT_EXIST: u64 = 2;
    const ENO_UNGATED_TRANSFERS: u64 = 3;
    const ENOT_OBJECT_OWNER: u64 = 4;
    const ERESOURCE_DOES_NOT_EXIST: u64 = 7;

    struct ObjectCore has key {
        guid_creation_num: u64,
        owner: address,
        allow_ungated_transfer: bool,
        transfer_events: EventHandle<TransferEvent>,
    }
    struct ObjectGroup {}
    struct Untransferable has key {}
    struct Object<phantom T> has copy, drop, store { inner: address }
    struct ConstructorRef has drop { self: address, can_delete: bool }
    struct DeleteRef has drop, store { self: address }
    struct ExtendRef has drop, store { self: address }
    struct DeriveRef has drop, store { self: address }
    struct TransferRef has drop, store { self: address }
    struct LinearTransferRef has drop { self: address, owner: address }
    struct TransferEvent has drop, store { object: address, from: address, to: address }
    #[event]
    struct Transfer has drop, store { object: address, from: address, to: address }

    #[view]
    public fun is_untransferable<T: key>(object: Object<T>): bool;
    #[view]
    public fun is_object(object: address): bool;
    #[view]
    public fun object_exists<T: key>(object: address): bool;
    public fun address_to_object<T: key>(object: address): Object<T>;
    public fun create_object_address(source: &address, seed: vector<u8>): address;
    public fun object_address<T: key>(object: &Object<T>): address;
    public fun convert<X: key, Y: key>(object: Object<X>): Object<Y>;
    public fun create_named_object(creator: &signer, seed: vector<u8>): ConstructorRef;
    public fun create_object(owner_address: address): ConstructorRef;
    public fun create_sticky_object(owner_address: address): ConstructorRef;
    public fun generate_delete_ref(ref: &ConstructorRef): DeleteRef;
    public fun generate_extend_ref(ref: &ConstructorRef): ExtendRef;
    public fun generate_transfer_ref(ref: &ConstructorRef): TransferRef;
    public fun generate_signer(ref: &ConstructorRef): signer;
    public fun create_guid(object: &signer): GUID;
    public fun new_event_handle<T: drop + store>(object: &signer): EventHandle<T>;
    public fun delete(ref: DeleteRef);
    public entry fun transfer_call(owner: &signer, object: address, to: address);
    public entry fun transfer<T: key>(owner: &signer, object: Object<T>, to: address);
    public fun transfer_with_ref(ref: LinearTransferRef, to: address);
    native fun exists_at<T: key>(object: address): bool;
    #[view]
    public fun owner<T: key>(object: Object<T>): address;
    #[view]
    public fun is_owner<T: key>(object: Object<T>, owner: address): bool;
    #[view]
    public fun owns<T: key>(object: Object<T>, owner: address): bool;
}
