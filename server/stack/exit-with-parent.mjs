// Preloaded into web and worker (`node --import`): when the supervisor is gone, however it went, so are they.
// Its end closes the IPC channel, which may have happened before this line runs. A process or thread that inherited this
// preload without a channel (`connected` is undefined there) is none of our business.
function leave() {
  setTimeout(() => process.exit(1), 10_000).unref();
  // The orderly way first, by the signal the program handles anyway.
  process.kill(process.pid, "SIGTERM");
}

if (process.connected) {
  process.once("disconnect", leave);
  // Listening alone would keep a program alive that has nothing left to do.
  process.channel?.unref();
} else if (process.connected === false) {
  leave();
}
