module 0x1::code {
    use 0x1::copyable_any::Any;
    use 0x1::object::Object;
    use 0x1::option::Option;
    use 0x1::string::String;

    friend 0x1::object_code_deployment;

    const EMODULE_NAME_CLASH: u64 = 1;
    const EUPGRADE_IMMUTABLE: u64 = 2;
    const EUPGRADE_WEAKER_POLICY: u64 = 3;
    const EMODULE_MISSING: u64 = 4;
    const EPACKAGE_DEP_MISSING: u64 = 6;

    struct PackageRegistry has drop, key, store { packages: vector<PackageMetadata> }
    struct PackageMetadata has copy, drop, store {
        name: String,
        upgrade_policy: UpgradePolicy,
        upgrade_number: u64,
        source_digest: String,
        manifest: vector<u8>,
        modules: vector<ModuleMetadata>,
        deps: vector<PackageDep>,
        extension: Option<Any>,
    }

    struct PackageDep has copy, drop, store { account: address, package_name: String }
    struct ModuleMetadata has copy, drop, store {
        name: String,
        source: vector<u8>,
        source_map: vector<u8>,
        extension: Option<Any>,
    }

    struct UpgradePolicy has copy, drop, store { policy: u8 }
    #[event]
    struct PublishPackage has drop, store { code_address: address, is_upgrade: bool }

    public fun upgrade_policy_arbitrary(): UpgradePolicy;
    public fun upgrade_policy_compat(): UpgradePolicy;
    public fun upgrade_policy_immutable(): UpgradePolicy;
    public fun can_change_upgrade_policy_to(from: UpgradePolicy, to: UpgradePolicy): bool;
    fun initialize(framework: &signer, package_owner: &signer, metadata: PackageMetadata);
    public fun publish_package(owner: &signer, pack: PackageMetadata, code: vector<vector<u8>>);
    public fun freeze_code_object(publisher: &signer, code_object: Object<PackageRegistry>);
    public entry fun publish_package_txn(owner: &signer, metadata_serialized: vector<u8>, code: vector<vector<u8>>);
    #[view]
    public fun package_names(owner: address): vector<String>;
    fun check_upgradability(old_pack: &PackageMetadata, new_pack: &PackageMetadata, new_modules: &vector<String>);
    native fun request_publish(owner: address, expected_modules: vector<String>, bundle: vector<vector<u8>>, policy: u8);
}
