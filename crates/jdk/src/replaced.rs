//! Methods of the library that support classes of Heddle stand for: what is noise, and what would touch
//! the host.

pub mod files;
pub mod junit;
pub mod logs;

/// A method that is replaced, and by what.
pub type Replaced = (
    &'static str,
    &'static str,
    &'static str,
    (&'static str, &'static str),
);

/// Methods that a static method of a support class replaces: class, name, descriptor, and the
/// support class with the method's name. The receiver, if any, is its first argument.
pub const REPLACED: &[Replaced] = &[
    ("java/lang/Enum", "valueOf", "*", (LIBRARY, "enumValueOf")),
    (
        "java/lang/ref/Cleaner",
        "register",
        "*",
        (LIBRARY, "registerCleaner"),
    ),
    (
        "java/lang/reflect/AccessibleObject",
        "checkCanSetAccessible",
        "(Ljava/lang/Class;Ljava/lang/Class;Z)Z",
        (MODULES, "canSetAccessible"),
    ),
    (
        "java/security/Security",
        "loadProps",
        "(Ljava/io/File;Ljava/lang/String;Z)Z",
        (LIBRARY, "loadSecurityFile"),
    ),
    (
        "java/lang/reflect/Proxy",
        "newProxyInstance",
        "(Ljava/lang/ClassLoader;[Ljava/lang/Class;Ljava/lang/reflect/InvocationHandler;)Ljava/lang/Object;",
        (LIBRARY, "newProxyInstance"),
    ),
    (
        "java/lang/ThreadGroup",
        "uncaughtException",
        "*",
        (LIBRARY, "uncaughtInGroup"),
    ),
    (
        "java/security/Security$SecPropLoader",
        "loadAll",
        "()V",
        (LIBRARY, "loadSecurity"),
    ),
    (
        "java/lang/Package",
        "getPackage",
        "(Ljava/lang/String;)Ljava/lang/Package;",
        (MODULES, "packageOf"),
    ),
    (
        "jdk/internal/loader/BootLoader",
        "getDefinedPackage",
        "*",
        (MODULES, "libraryPackage"),
    ),
    (
        "jdk/internal/loader/BootLoader",
        "definePackage",
        "*",
        (MODULES, "libraryPackageOf"),
    ),
    (
        "java/util/ServiceLoader",
        "newLookupIterator",
        "*",
        (LIBRARY, "services"),
    ),
    (
        "java/lang/Class",
        "getResourceAsStream",
        "*",
        (RESOURCES, "openOfClass"),
    ),
    (
        "java/lang/Module",
        "getResourceAsStream",
        "*",
        (RESOURCES, "openOfModule"),
    ),
    (
        "java/lang/Class",
        "getResource",
        "*",
        (RESOURCES, "ofClass"),
    ),
    (
        "java/lang/ClassLoader",
        "getSystemResource",
        "*",
        (RESOURCES, "find"),
    ),
    (
        "java/lang/ClassLoader",
        "getSystemResourceAsStream",
        "*",
        (RESOURCES, "open"),
    ),
    (
        "java/lang/ClassLoader",
        "getSystemResources",
        "*",
        (RESOURCES, "allOfSystem"),
    ),
    (
        "jdk/internal/loader/BootLoader",
        "findResource",
        "(Ljava/lang/String;)Ljava/net/URL;",
        (RESOURCES, "findOfLibrary"),
    ),
    (
        "jdk/internal/loader/BootLoader",
        "findResources",
        "*",
        (RESOURCES, "allOfLibrary"),
    ),
    (
        "java/lang/ClassLoader",
        "defineClass0",
        "*",
        (LOADERS, "define0"),
    ),
    (
        "java/lang/ClassLoader",
        "defineClass1",
        "*",
        (LOADERS, "define1"),
    ),
    (
        "java/lang/ClassLoader",
        "defineClass2",
        "*",
        (LOADERS, "define2"),
    ),
    (
        "jdk/internal/misc/Unsafe",
        "defineClass0",
        "*",
        (LOADERS, "defineUnsafe"),
    ),
    (
        "java/lang/System",
        "getLogger",
        "(Ljava/lang/String;)Ljava/lang/System$Logger;",
        ("heddle/runtime/SilentLogger", "of"),
    ),
    (
        "java/lang/System",
        "getLogger",
        "*",
        ("heddle/runtime/SilentLogger", "localized"),
    ),
    (
        "java/util/logging/LogManager",
        "parseClassNames",
        "*",
        ("heddle/runtime/LogHandler", "classNames"),
    ),
    (ARRAYS, "mismatch", "([J[JI)I", (LIBRARY, "mismatch")),
    (ARRAYS, "mismatch", "([JI[JII)I", (LIBRARY, "mismatchFrom")),
    (ARRAYS, "mismatch", "([D[DI)I", (LIBRARY, "mismatchDoubles")),
    (
        ARRAYS,
        "mismatch",
        "([DI[DII)I",
        (LIBRARY, "mismatchDoublesFrom"),
    ),
    (
        ARRAYS,
        "vectorizedMismatch",
        "*",
        (LIBRARY, "noMismatchYet"),
    ),
    (WALKER, "walk", "*", (FRAMES, "walk")),
    (WALKER, "forEach", "*", (FRAMES, "forEach")),
    (WALKER, "getCallerClass", "*", (FRAMES, "callerClass")),
    (LOOKUP, "findVirtual", "*", (HANDLES, "findVirtual")),
    (LOOKUP, "findStatic", "*", (HANDLES, "findStatic")),
    (LOOKUP, "findConstructor", "*", (HANDLES, "findConstructor")),
    (LOOKUP, "findSpecial", "*", (HANDLES, "findSpecial")),
    (LOOKUP, "findGetter", "*", (HANDLES, "findGetter")),
    (LOOKUP, "findSetter", "*", (HANDLES, "findSetter")),
    (
        LOOKUP,
        "findStaticGetter",
        "*",
        (HANDLES, "findStaticGetter"),
    ),
    (
        LOOKUP,
        "findStaticSetter",
        "*",
        (HANDLES, "findStaticSetter"),
    ),
    (LOOKUP, "unreflect", "*", (HANDLES, "unreflect")),
    (
        LOOKUP,
        "unreflectConstructor",
        "*",
        (HANDLES, "unreflectConstructor"),
    ),
    (LOOKUP, "unreflectGetter", "*", (HANDLES, "unreflectGetter")),
    (LOOKUP, "unreflectSetter", "*", (HANDLES, "unreflectSetter")),
    (LOOKUP, "bind", "*", (HANDLES, "bind")),
    (
        VARIABLE,
        "isAccessModeSupported",
        "*",
        (HANDLES, "supports"),
    ),
    (
        VARIABLE,
        "accessModeType",
        "(Ljava/lang/invoke/VarHandle$AccessMode;)Ljava/lang/invoke/MethodType;",
        (HANDLES, "accessModeType"),
    ),
    (
        VARIABLE,
        "toMethodHandle",
        "(Ljava/lang/invoke/VarHandle$AccessMode;)Ljava/lang/invoke/MethodHandle;",
        (HANDLES, "toMethodHandle"),
    ),
    (HANDLE, "bindTo", "*", (HANDLES, "bindTo")),
    (HANDLE, "asType", "*", (HANDLES, "asType")),
    (
        HANDLE,
        "invokeWithArguments",
        "([Ljava/lang/Object;)Ljava/lang/Object;",
        (HANDLES, "invokeWithArguments"),
    ),
    (
        HANDLE,
        "invokeWithArguments",
        "(Ljava/util/List;)Ljava/lang/Object;",
        (HANDLES, "invokeWithList"),
    ),
    (
        "java/io/ObjectStreamClass$RecordSupport",
        "deserializationCtr",
        "*",
        (HANDLES, "recordMaker"),
    ),
    (
        "java/lang/invoke/MethodHandles",
        "insertArguments",
        "*",
        (HANDLES, "insertArguments"),
    ),
];

const ARRAYS: &str = "jdk/internal/util/ArraysSupport";
const WALKER: &str = "java/lang/StackWalker";
const FRAMES: &str = "heddle/runtime/Frames";
const HANDLES: &str = "heddle/runtime/Handles";
const RESOURCES: &str = "heddle/runtime/Resources";
const LOADERS: &str = "heddle/runtime/Loaders";
const LIBRARY: &str = "heddle/runtime/Library";
const MODULES: &str = "heddle/runtime/Modules";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const HANDLE: &str = "java/lang/invoke/MethodHandle";
const VARIABLE: &str = "java/lang/invoke/VarHandle";
