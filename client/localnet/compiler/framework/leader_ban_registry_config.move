module 0x1::leader_ban_registry_config {
    friend 0x1::genesis;

    struct BanRegistryParameters has drop, key, store {
        config: vector<u8>,
        version: u8,
    }

    public(friend) fun initialize(framework: &signer, parameters: BanRegistryParameters) {
        move_to(framework, parameters)
    }
}
