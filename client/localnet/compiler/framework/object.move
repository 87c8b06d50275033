module 0x1::object {
    use 0x1::bcs;
    use 0x1::error;
    use 0x1::event::{Self, EventHandle};
    use 0x1::guid::{Self, GUID};
    use 0x1::hash;
    use 0x1::signer;
    use 0x1::vector;

    friend 0x1::coin;
    friend 0x1::fungible_asset;
    friend 0x1::primary_fungible_store;

    /// An object already exists at this address
    const EOBJECT_EXISTS: u64 = 1;
    /// An object does not exist at this address
    const EOBJECT_DOES_NOT_EXIST: u64 = 2;
    /// The object does not have ungated transfers enabled
    const ENO_UNGATED_TRANSFERS: u64 = 3;
    /// The caller does not own the object
    const ENOT_OBJECT_OWNER: u64 = 4;
    /// The resource is not stored at the specified address
    const ERESOURCE_DOES_NOT_EXIST: u64 = 7;

    const OBJECT_FROM_SEED_ADDRESS_SCHEME: u8 = 0xFE;
    const MAXIMUM_OBJECT_NESTING: u64 = 8;

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
    public fun is_untransferable<T: key>(object: Object<T>): bool {
        exists_core(object.inner);
        exists<Untransferable>(object.inner)
    }

    #[view]
    public fun is_object(object: address): bool {
        exists<ObjectCore>(object)
    }

    #[view]
    public fun object_exists<T: key>(object: address): bool {
        exists<ObjectCore>(object) && exists_at<T>(object)
    }

    public fun address_to_object<T: key>(object: address): Object<T> {
        assert!(exists<ObjectCore>(object), error::not_found(EOBJECT_DOES_NOT_EXIST));
        assert!(exists_at<T>(object), error::not_found(ERESOURCE_DOES_NOT_EXIST));
        Object { inner: object }
    }

    public fun create_object_address(source: &address, seed: vector<u8>): address {
        let bytes = bcs::to_bytes(source);
        vector::append(&mut bytes, seed);
        vector::push_back(&mut bytes, OBJECT_FROM_SEED_ADDRESS_SCHEME);
        to_address(hash::sha3_256(bytes))
    }

    public fun object_address<T: key>(object: &Object<T>): address {
        object.inner
    }

    public fun convert<X: key, Y: key>(object: Object<X>): Object<Y> {
        address_to_object<Y>(object.inner)
    }

    public fun create_named_object(creator: &signer, seed: vector<u8>): ConstructorRef {
        let creator_address = signer::address_of(creator);
        let obj_addr = create_object_address(&creator_address, seed);
        create_object_internal(creator_address, obj_addr, false)
    }

    public fun create_object(owner_address: address): ConstructorRef {
        create_object_internal(owner_address, unique_address(owner_address), true)
    }

    public fun create_sticky_object(owner_address: address): ConstructorRef {
        create_object_internal(owner_address, unique_address(owner_address), false)
    }

    public fun generate_delete_ref(ref: &ConstructorRef): DeleteRef {
        assert!(ref.can_delete, error::permission_denied(ENOT_OBJECT_OWNER));
        DeleteRef { self: ref.self }
    }

    public fun generate_extend_ref(ref: &ConstructorRef): ExtendRef {
        ExtendRef { self: ref.self }
    }

    public fun generate_derive_ref(ref: &ConstructorRef): DeriveRef {
        DeriveRef { self: ref.self }
    }

    public fun create_user_derived_object_address(source: address, derive_from: address): address {
        let bytes = bcs::to_bytes(&source);
        vector::append(&mut bytes, bcs::to_bytes(&derive_from));
        vector::push_back(&mut bytes, 0xFC);
        to_address(hash::sha3_256(bytes))
    }

    public fun generate_transfer_ref(ref: &ConstructorRef): TransferRef {
        TransferRef { self: ref.self }
    }

    public fun generate_signer(ref: &ConstructorRef): signer {
        create_signer(ref.self)
    }

    public fun create_guid(object: &signer): GUID {
        let addr = signer::address_of(object);
        let core = borrow_global_mut<ObjectCore>(addr);
        guid::create(addr, &mut core.guid_creation_num)
    }

    public fun new_event_handle<T: drop + store>(object: &signer): EventHandle<T> {
        event::new_event_handle(create_guid(object))
    }

    public fun address_from_delete_ref(ref: &DeleteRef): address {
        ref.self
    }

    public fun delete(ref: DeleteRef) {
        let core = move_from<ObjectCore>(ref.self);
        let ObjectCore { guid_creation_num: _, owner: _, allow_ungated_transfer: _, transfer_events } = core;
        event::destroy_handle(transfer_events);
    }

    public entry fun transfer_call(owner: &signer, object: address, to: address) {
        let owner_address = signer::address_of(owner);
        verify_ungated_and_descendant(owner_address, object);
        transfer_raw(object, to);
    }

    public entry fun transfer<T: key>(owner: &signer, object: Object<T>, to: address) {
        transfer_call(owner, object.inner, to)
    }

    public fun transfer_with_ref(ref: LinearTransferRef, to: address) {
        let core = borrow_global<ObjectCore>(ref.self);
        assert!(core.owner == ref.owner, error::permission_denied(ENOT_OBJECT_OWNER));
        transfer_raw(ref.self, to);
    }

    native fun exists_at<T: key>(object: address): bool;

    #[view]
    public fun owner<T: key>(object: Object<T>): address {
        exists_core(object.inner);
        borrow_global<ObjectCore>(object.inner).owner
    }

    #[view]
    public fun is_owner<T: key>(object: Object<T>, owner: address): bool {
        Self::owner(object) == owner
    }

    #[view]
    public fun owns<T: key>(object: Object<T>, owner: address): bool {
        let current = object_address(&object);
        if (current == owner) {
            return true
        };
        exists_core(current);
        let count = 0;
        while (exists<ObjectCore>(current)) {
            current = borrow_global<ObjectCore>(current).owner;
            if (current == owner) {
                return true
            };
            count = count + 1;
            if (count > MAXIMUM_OBJECT_NESTING) {
                break
            };
        };
        false
    }

    fun exists_core(object: address) {
        assert!(exists<ObjectCore>(object), error::not_found(EOBJECT_DOES_NOT_EXIST));
    }

    fun create_object_internal(owner: address, object: address, can_delete: bool): ConstructorRef {
        assert!(!exists<ObjectCore>(object), error::already_exists(EOBJECT_EXISTS));
        let object_signer = create_signer(object);
        let guid_creation_num = 1125899906842624;
        let transfer_events_guid = guid::create(object, &mut guid_creation_num);
        move_to(&object_signer, ObjectCore {
            guid_creation_num,
            owner,
            allow_ungated_transfer: true,
            transfer_events: event::new_event_handle(transfer_events_guid),
        });
        ConstructorRef { self: object, can_delete }
    }

    /// Aborts unless an account owns an object, directly or through other objects, and may transfer it.
    fun verify_ungated_and_descendant(owner: address, destination: address) {
        let current = destination;
        exists_core(current);
        let count = 0;
        while (owner != current) {
            count = count + 1;
            assert!(count < MAXIMUM_OBJECT_NESTING, error::out_of_range(ENOT_OBJECT_OWNER));
            assert!(exists<ObjectCore>(current), error::permission_denied(ENOT_OBJECT_OWNER));
            let core = borrow_global<ObjectCore>(current);
            assert!(core.allow_ungated_transfer, error::permission_denied(ENO_UNGATED_TRANSFERS));
            current = core.owner;
        }
    }

    fun transfer_raw(object: address, to: address) {
        let core = borrow_global_mut<ObjectCore>(object);
        if (core.owner != to) {
            event::emit(Transfer { object, from: core.owner, to });
            event::emit_event(&mut core.transfer_events, TransferEvent { object, from: core.owner, to });
            core.owner = to;
        }
    }

    native fun create_signer(addr: address): signer;
    native fun to_address(bytes: vector<u8>): address;
    native fun unique_address(owner: address): address;
}
