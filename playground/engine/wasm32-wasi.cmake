# The compiler for WebAssembly. VIGIL_WASM_CLANG is the version of clang; Debian's libc++ for WASI belongs to one.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES VIGIL_WASM_CLANG)
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER "clang++-${VIGIL_WASM_CLANG}")
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_FLAGS_INIT "-isystem /usr/lib/llvm-${VIGIL_WASM_CLANG}/include/wasm32-wasi/c++/v1")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L/usr/lib/llvm-${VIGIL_WASM_CLANG}/lib/wasm32-wasi")
