module 0x1::native_coin {
    use 0x1::coin::BurnCapability;
    use 0x1::coin::MintCapability;

    friend 0x1::genesis;

    const ENO_CAPABILITIES: u64 = 1;
    const EALREADY_DELEGATED: u64 = 2;

    struct NativeCoin has key {}
    struct MintCapStore has key { mint_cap: MintCapability<NativeCoin> }
    struct DelegatedMintCapability has store { to: address }
    struct Delegations has key { inner: vector<DelegatedMintCapability> }

    public(friend) fun initialize(framework: &signer): (BurnCapability<NativeCoin>, MintCapability<NativeCoin>);
    public fun has_mint_capability(account: &signer): bool;
    public(friend) fun destroy_mint_cap(framework: &signer);
    public entry fun mint(account: &signer, dst_addr: address, amount: u64);
    public entry fun delegate_mint_capability(account: signer, to: address);
    public entry fun claim_mint_capability(account: &signer);
}
