module 0x1::table_with_length {
    use 0x1::error;
    use 0x1::table::{Self, Table};

    /// The table has the key
    const EALREADY_EXISTS: u64 = 100;
    /// The table does not have the key
    const ENOT_FOUND: u64 = 101;
    /// The table is not empty
    const ENOT_EMPTY: u64 = 102;

    struct TableWithLength<phantom K: copy + drop, phantom V> has store { inner: Table<K, V>, length: u64 }

    public fun new<K: copy + drop, V: store>(): TableWithLength<K, V> {
        TableWithLength { inner: table::new(), length: 0 }
    }

    public fun destroy_empty<K: copy + drop, V>(table: TableWithLength<K, V>) {
        assert!(table.length == 0, error::invalid_state(ENOT_EMPTY));
        let TableWithLength { inner, length: _ } = table;
        table::destroy(inner)
    }

    public fun add<K: copy + drop, V>(table: &mut TableWithLength<K, V>, key: K, val: V) {
        table::add(&mut table.inner, key, val);
        table.length = table.length + 1;
    }

    public fun borrow<K: copy + drop, V>(table: &TableWithLength<K, V>, key: K): &V {
        table::borrow(&table.inner, key)
    }

    public fun borrow_mut<K: copy + drop, V>(table: &mut TableWithLength<K, V>, key: K): &mut V {
        table::borrow_mut(&mut table.inner, key)
    }

    public fun length<K: copy + drop, V>(table: &TableWithLength<K, V>): u64 {
        table.length
    }

    public fun empty<K: copy + drop, V>(table: &TableWithLength<K, V>): bool {
        table.length == 0
    }

    public fun upsert<K: copy + drop, V: drop>(table: &mut TableWithLength<K, V>, key: K, value: V) {
        if (table::contains(&table.inner, key)) {
            *table::borrow_mut(&mut table.inner, key) = value;
        } else {
            add(table, key, value);
        }
    }

    public fun remove<K: copy + drop, V>(table: &mut TableWithLength<K, V>, key: K): V {
        assert!(table::contains(&table.inner, key), error::not_found(ENOT_FOUND));
        table.length = table.length - 1;
        table::remove(&mut table.inner, key)
    }

    public fun contains<K: copy + drop, V>(table: &TableWithLength<K, V>, key: K): bool {
        table::contains(&table.inner, key)
    }
}
