module 0x1::table_with_length {
    use 0x1::table::Table;

    const EALREADY_EXISTS: u64 = 100;
    const ENOT_FOUND: u64 = 101;
    const ENOT_EMPTY: u64 = 102;

    struct TableWithLength<phantom K: copy + drop, phantom V> has store { inner: Table<K, V>, length: u64 }

    public fun new<K: copy + drop, V: store>(): TableWithLength<K, V>;
    public fun destroy_empty<K: copy + drop, V>(table: TableWithLength<K, V>);
    public fun add<K: copy + drop, V>(table: &mut TableWithLength<K, V>, key: K, val: V);
    public fun borrow<K: copy + drop, V>(table: &TableWithLength<K, V>, key: K): &V;
    public fun borrow_mut<K: copy + drop, V>(table: &mut TableWithLength<K, V>, key: K): &mut V;
    public fun length<K: copy + drop, V>(table: &TableWithLength<K, V>): u64;
    public fun empty<K: copy + drop, V>(table: &TableWithLength<K, V>): bool;
    public fun upsert<K: copy + drop, V: drop>(table: &mut TableWithLength<K, V>, key: K, value: V);
    public fun remove<K: copy + drop, V>(table: &mut TableWithLength<K, V>, key: K): V;
    public fun contains<K: copy + drop, V>(table: &TableWithLength<K, V>, key: K): bool;
}
