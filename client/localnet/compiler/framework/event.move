module 0x1::event {
    use 0x1::bcs;
    use 0x1::guid::{Self, GUID};

    friend 0x1::account;
    friend 0x1::object;

    struct EventHandle<phantom T: drop + store> has store { counter: u64, guid: GUID }

    public fun emit<T: drop + store>(msg: T) {
        write_module_event_to_store<T>(msg)
    }

    native fun write_module_event_to_store<T: drop + store>(msg: T);

    public(friend) fun new_event_handle<T: drop + store>(guid: GUID): EventHandle<T> {
        EventHandle { counter: 0, guid }
    }

    public fun emit_event<T: drop + store>(handle_ref: &mut EventHandle<T>, msg: T) {
        write_to_event_store<T>(bcs::to_bytes(&handle_ref.guid), handle_ref.counter, msg);
        handle_ref.counter = handle_ref.counter + 1;
    }

    public fun guid<T: drop + store>(handle_ref: &EventHandle<T>): &GUID {
        &handle_ref.guid
    }

    public fun counter<T: drop + store>(handle_ref: &EventHandle<T>): u64 {
        handle_ref.counter
    }

    native fun write_to_event_store<T: drop + store>(guid: vector<u8>, count: u64, msg: T);

    public fun destroy_handle<T: drop + store>(handle: EventHandle<T>) {
        let EventHandle { counter: _, guid: _ } = handle;
    }
}
