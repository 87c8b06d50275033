module 0x1::native_coin {
    use 0x1::coin::{Self, BurnCapability, MintCapability};
    use 0x1::error;
    use 0x1::signer;
    use 0x1::string;
    use 0x1::vector;

    friend 0x1::genesis;

    /// Account does not have mint capability
    const ENO_CAPABILITIES: u64 = 1;
    /// Mint capability has already been delegated to this specified address
    const EALREADY_DELEGATED: u64 = 2;

    struct NativeCoin has key {}
    struct MintCapStore has key { mint_cap: MintCapability<NativeCoin> }
    struct DelegatedMintCapability has store { to: address }
    struct Delegations has key { inner: vector<DelegatedMintCapability> }

    public(friend) fun initialize(framework: &signer): (BurnCapability<NativeCoin>, MintCapability<NativeCoin>) {
        let (burn_cap, freeze_cap, mint_cap) = coin::initialize<NativeCoin>(
            framework,
            string::utf8(b"Native Coin"),
            string::utf8(b"NATIVE"),
            8,
            true,
        );
        move_to(framework, MintCapStore { mint_cap });
        coin::destroy_freeze_cap(freeze_cap);
        (burn_cap, mint_cap)
    }

    public fun has_mint_capability(account: &signer): bool {
        exists<MintCapStore>(signer::address_of(account))
    }

    public(friend) fun destroy_mint_cap(framework: &signer) {
        let MintCapStore { mint_cap } = move_from<MintCapStore>(signer::address_of(framework));
        coin::destroy_mint_cap(mint_cap);
    }

    public entry fun mint(account: &signer, dst_addr: address, amount: u64) {
        let account_addr = signer::address_of(account);
        assert!(exists<MintCapStore>(account_addr), error::not_found(ENO_CAPABILITIES));
        let mint_cap = &borrow_global<MintCapStore>(account_addr).mint_cap;
        let coins_minted = coin::mint<NativeCoin>(amount, mint_cap);
        coin::deposit<NativeCoin>(dst_addr, coins_minted);
    }

    public entry fun delegate_mint_capability(account: signer, to: address) {
        assert!(signer::address_of(&account) == @0x1, error::permission_denied(ENO_CAPABILITIES));
        let delegations = &mut borrow_global_mut<Delegations>(@0x1).inner;
        let i = 0;
        while (i < vector::length(delegations)) {
            let element = vector::borrow(delegations, i);
            assert!(element.to != to, error::invalid_argument(EALREADY_DELEGATED));
            i = i + 1;
        };
        vector::push_back(delegations, DelegatedMintCapability { to });
    }

    public entry fun claim_mint_capability(account: &signer) {
        let (found, index) = find_delegation(signer::address_of(account));
        assert!(found, ENO_CAPABILITIES);
        let delegations = &mut borrow_global_mut<Delegations>(@0x1).inner;
        let DelegatedMintCapability { to: _ } = vector::swap_remove(delegations, index);
        let mint_cap = borrow_global<MintCapStore>(@0x1).mint_cap;
        move_to(account, MintCapStore { mint_cap });
    }

    fun find_delegation(addr: address): (bool, u64) {
        let delegations = &borrow_global<Delegations>(@0x1).inner;
        let i = 0;
        while (i < vector::length(delegations)) {
            if (vector::borrow(delegations, i).to == addr) {
                return (true, i)
            };
            i = i + 1;
        };
        (false, 0)
    }
}
