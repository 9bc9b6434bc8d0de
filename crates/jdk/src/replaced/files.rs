//! What of the JDK's file access is replaced: the natives of `java.io`, and the provider of
//! `java.nio.file` at its border, so that what is above both stays the JDK's own.

use super::Replaced;

const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const RANDOM: &str = "java/io/RandomAccessFile";
const SYSTEM: &str = "java/io/UnixFileSystem";
const FILES: &str = "java/nio/file/Files";
const PROVIDER: &str = "sun/nio/fs/UnixFileSystemProvider";
const LINUX: &str = "sun/nio/fs/LinuxFileSystemProvider";
const ABSTRACT: &str = "sun/nio/fs/AbstractFileSystemProvider";
const CHANNEL: &str = "sun/nio/ch/FileChannelImpl";

const STREAMS: &str = "heddle/runtime/DiskStreams";
const PATHS: &str = "heddle/runtime/DiskPaths";
const CHANNELS: &str = "heddle/runtime/DiskChannel";

/// Replaced methods, in the form of [`super::REPLACED`].
pub const REPLACED: &[Replaced] = &[
    (INPUT, "open0", "*", (STREAMS, "openInput")),
    (INPUT, "read0", "*", (STREAMS, "readInput")),
    (INPUT, "readBytes", "*", (STREAMS, "readInputBytes")),
    (INPUT, "length0", "*", (STREAMS, "inputLength")),
    (INPUT, "position0", "*", (STREAMS, "inputPosition")),
    (INPUT, "skip0", "*", (STREAMS, "skipInput")),
    (INPUT, "available0", "*", (STREAMS, "inputAvailable")),
    (OUTPUT, "open0", "*", (STREAMS, "openOutput")),
    (OUTPUT, "write", "(IZ)V", (STREAMS, "writeOutput")),
    (OUTPUT, "writeBytes", "*", (STREAMS, "writeOutputBytes")),
    (RANDOM, "open0", "*", (STREAMS, "openRandom")),
    (RANDOM, "read0", "*", (STREAMS, "readRandom")),
    (RANDOM, "readBytes", "*", (STREAMS, "readRandomBytes")),
    (RANDOM, "readBytes0", "*", (STREAMS, "readRandomBytes")),
    (RANDOM, "write0", "*", (STREAMS, "writeRandom")),
    (
        RANDOM,
        "writeBytes",
        "([BII)V",
        (STREAMS, "writeRandomBytes"),
    ),
    (RANDOM, "writeBytes0", "*", (STREAMS, "writeRandomBytes")),
    (RANDOM, "getFilePointer", "*", (STREAMS, "randomPosition")),
    (RANDOM, "seek0", "*", (STREAMS, "seekRandom")),
    (RANDOM, "length", "*", (STREAMS, "randomLength")),
    (RANDOM, "setLength", "*", (STREAMS, "setRandomLength")),
    (
        "java/io/FileDescriptor",
        "close0",
        "*",
        (STREAMS, "closeDescriptor"),
    ),
    (SYSTEM, "getBooleanAttributes", "*", (STREAMS, "attributes")),
    (
        SYSTEM,
        "hasBooleanAttributes",
        "*",
        (STREAMS, "hasAttributes"),
    ),
    (SYSTEM, "checkAccess", "*", (STREAMS, "checkAccess")),
    (SYSTEM, "setPermission", "*", (STREAMS, "setPermission")),
    (SYSTEM, "setReadOnly", "*", (STREAMS, "setReadOnly")),
    (SYSTEM, "getLength", "*", (STREAMS, "length")),
    (
        SYSTEM,
        "createFileExclusively",
        "*",
        (STREAMS, "createFile"),
    ),
    (SYSTEM, "delete", "*", (STREAMS, "delete")),
    (SYSTEM, "list", "*", (STREAMS, "list")),
    (SYSTEM, "createDirectory", "*", (STREAMS, "createDirectory")),
    (SYSTEM, "rename", "*", (STREAMS, "rename")),
    (SYSTEM, "canonicalize", "*", (STREAMS, "canonicalize")),
    (
        SYSTEM,
        "getLastModifiedTime",
        "*",
        (STREAMS, "lastModified"),
    ),
    (
        SYSTEM,
        "setLastModifiedTime",
        "*",
        (STREAMS, "setLastModified"),
    ),
    (SYSTEM, "getSpace", "*", (STREAMS, "space")),
    (
        "java/io/File",
        "createTempFile",
        "(Ljava/lang/String;Ljava/lang/String;Ljava/io/File;)Ljava/io/File;",
        (STREAMS, "createTemporary"),
    ),
    (
        "java/io/File",
        "deleteOnExit",
        "*",
        (STREAMS, "deleteOnExit"),
    ),
    (
        CHANNEL,
        "open",
        "(Ljava/io/FileDescriptor;Ljava/lang/String;ZZZLjava/lang/Object;)Ljava/nio/channels/FileChannel;",
        (CHANNELS, "ofStream"),
    ),
    (
        CHANNEL,
        "open",
        "(Ljava/io/FileDescriptor;Ljava/lang/String;ZZZZLjava/io/Closeable;)Ljava/nio/channels/FileChannel;",
        (CHANNELS, "ofNewStream"),
    ),
    (PROVIDER, "newFileChannel", "*", (PATHS, "newFileChannel")),
    (PROVIDER, "newByteChannel", "*", (PATHS, "newByteChannel")),
    (
        PROVIDER,
        "newAsynchronousFileChannel",
        "*",
        (PATHS, "newAsynchronousFileChannel"),
    ),
    (PROVIDER, "implDelete", "*", (PATHS, "delete")),
    (PROVIDER, "createDirectory", "*", (PATHS, "createDirectory")),
    (PROVIDER, "copy", "*", (PATHS, "copy")),
    (PROVIDER, "move", "*", (PATHS, "move")),
    (PROVIDER, "checkAccess", "*", (PATHS, "checkAccess")),
    (PROVIDER, "isReadable", "*", (PATHS, "isReadable")),
    (PROVIDER, "isWritable", "*", (PATHS, "isWritable")),
    (PROVIDER, "isExecutable", "*", (PATHS, "isExecutable")),
    (ABSTRACT, "isReadable", "*", (PATHS, "isReadable")),
    (ABSTRACT, "isWritable", "*", (PATHS, "isWritable")),
    (ABSTRACT, "isExecutable", "*", (PATHS, "isExecutable")),
    (
        PROVIDER,
        "exists",
        "(Ljava/nio/file/Path;)Z",
        (PATHS, "exists"),
    ),
    (PROVIDER, "exists", "*", (PATHS, "existsWith")),
    (PROVIDER, "isDirectory", "*", (PATHS, "isDirectory")),
    (PROVIDER, "isRegularFile", "*", (PATHS, "isRegularFile")),
    (PROVIDER, "isSameFile", "*", (PATHS, "isSameFile")),
    (PROVIDER, "createLink", "*", (PATHS, "noLinks")),
    (
        PROVIDER,
        "createSymbolicLink",
        "*",
        (PATHS, "noSymbolicLinks"),
    ),
    (
        PROVIDER,
        "readSymbolicLink",
        "*",
        (PATHS, "readSymbolicLink"),
    ),
    (
        PROVIDER,
        "newDirectoryStream",
        "*",
        (PATHS, "newDirectoryStream"),
    ),
    (PROVIDER, "readAttributes", "*", (PATHS, "readAttributes")),
    (LINUX, "readAttributes", "*", (PATHS, "readAttributes")),
    (
        PROVIDER,
        "readAttributesIfExists",
        "*",
        (PATHS, "readAttributesIfExists"),
    ),
    (
        PROVIDER,
        "getFileAttributeView",
        "*",
        (PATHS, "attributeView"),
    ),
    (LINUX, "getFileAttributeView", "*", (PATHS, "attributeView")),
    (PROVIDER, "getFileStore", "*", (PATHS, "fileStore")),
    (LINUX, "getFileStore", "*", (PATHS, "fileStore")),
    (
        "sun/nio/fs/UnixPath",
        "toRealPath",
        "*",
        (PATHS, "toRealPath"),
    ),
    (
        FILES,
        "createTempFile",
        "(Ljava/lang/String;Ljava/lang/String;[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;",
        (PATHS, "createTempFile"),
    ),
    (
        FILES,
        "createTempFile",
        "(Ljava/nio/file/Path;Ljava/lang/String;Ljava/lang/String;[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;",
        (PATHS, "createTempFileIn"),
    ),
    (
        FILES,
        "createTempDirectory",
        "(Ljava/lang/String;[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;",
        (PATHS, "createTempDirectory"),
    ),
    (
        FILES,
        "createTempDirectory",
        "(Ljava/nio/file/Path;Ljava/lang/String;[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/file/Path;",
        (PATHS, "createTempDirectoryIn"),
    ),
];
