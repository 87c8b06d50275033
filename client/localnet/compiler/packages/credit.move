/// A fungible asset that the bridge issues to its partners.
module bridge::credit {
    use 0x1::error;
    use 0x1::fungible_asset::{Self, BurnRef, Metadata, MintRef, TransferRef};
    use 0x1::object::{Self, Object};
    use 0x1::option;
    use 0x1::primary_fungible_store;
    use 0x1::signer;
    use 0x1::string;
    use 0x1::vector;

    /// Only the bridge may issue credit
    const ENOT_BRIDGE: u64 = 1;

    struct Management has key { mint: MintRef, transfer: TransferRef, burn: BurnRef }

    struct Registry has key { metadata: Object<Metadata>, holders: vector<address> }

    fun init_module(owner: &signer) {
        let constructor = object::create_named_object(owner, b"CREDIT");
        primary_fungible_store::create_primary_store_enabled_fungible_asset(
            &constructor,
            option::some(5000000000000),
            string::utf8(b"Harbour Credit"),
            string::utf8(b"CREDIT"),
            6,
            string::utf8(b""),
            string::utf8(b"https://credit.example"),
        );
        move_to(owner, Management {
            mint: fungible_asset::generate_mint_ref(&constructor),
            transfer: fungible_asset::generate_transfer_ref(&constructor),
            burn: fungible_asset::generate_burn_ref(&constructor),
        });
        let metadata = object::address_to_object<Metadata>(object::create_object_address(&@bridge, b"CREDIT"));
        move_to(owner, Registry { metadata, holders: vector[] });
    }

    public entry fun mint(owner: &signer, to: address, amount: u64) {
        assert_bridge(owner);
        let asset = fungible_asset::mint(&borrow_global<Management>(@bridge).mint, amount);
        primary_fungible_store::deposit(to, asset);
        let holders = &mut borrow_global_mut<Registry>(@bridge).holders;
        if (!vector::contains(holders, &to)) {
            vector::push_back(holders, to);
        }
    }

    public entry fun burn(owner: &signer, from: address, amount: u64) {
        assert_bridge(owner);
        let asset = primary_fungible_store::withdraw(owner, metadata(), amount);
        fungible_asset::burn(&borrow_global<Management>(@bridge).burn, asset);
        let registry = borrow_global_mut<Registry>(@bridge);
        let (found, index) = vector::index_of(&registry.holders, &from);
        if (found && primary_fungible_store::balance(from, registry.metadata) == 0) {
            vector::swap_remove(&mut registry.holders, index);
        }
    }

    #[view]
    public fun metadata(): Object<Metadata> {
        borrow_global<Registry>(@bridge).metadata
    }

    fun assert_bridge(owner: &signer) {
        assert!(signer::address_of(owner) == @bridge, error::permission_denied(ENOT_BRIDGE));
    }
}
