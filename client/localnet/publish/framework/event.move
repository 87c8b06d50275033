module 0x1::event {
    use 0x1::guid::GUID;

    friend 0x1::account;
    friend 0x1::object;

    struct EventHandle<phantom T: drop + store> has store { counter: u64, guid: GUID }

    public fun emit<T: drop + store>(msg: T);
    native fun write_module_event_to_store<T: drop + store>(msg: T);
    public(friend) fun new_event_handle<T: drop + store>(guid: GUID): EventHandle<T>;
    public fun emit_event<T: drop + store>(handle_ref: &mut EventHandle<T>, msg: T);
    public fun guid<T: drop + store>(handle_ref: &EventHandle<T>): &GUID;
    public fun counter<T: drop + store>(handle_ref: &EventHandle<T>): u64;
    native fun write_to_event_store<T: drop + store>(guid: vector<u8>, count: u64, msg: T);
    public fun destroy_handle<T: drop + store>(handle: EventHandle<T>);
}
