module 0x1::guid {
    friend 0x1::account;
    friend 0x1::object;

    /// There is no generator of ids
    const EGUID_GENERATOR_NOT_PUBLISHED: u64 = 0;

    struct GUID has drop, store { id: ID }
    struct ID has copy, drop, store { creation_num: u64, addr: address }

    public(friend) fun create(addr: address, creation_num_ref: &mut u64): GUID {
        let creation_num = *creation_num_ref;
        *creation_num_ref = creation_num + 1;
        GUID { id: ID { creation_num, addr } }
    }

    public fun create_id(addr: address, creation_num: u64): ID {
        ID { creation_num, addr }
    }

    public fun id(guid: &GUID): ID {
        guid.id
    }

    public fun creator_address(guid: &GUID): address {
        guid.id.addr
    }

    public fun id_creator_address(id: &ID): address {
        id.addr
    }

    public fun creation_num(guid: &GUID): u64 {
        guid.id.creation_num
    }

    public fun id_creation_num(id: &ID): u64 {
        id.creation_num
    }

    public fun eq_id(guid: &GUID, id: &ID): bool {
        &guid.id == id
    }
}
