// Preloaded into web and worker (`node --import`): when the supervisor is gone, however it went, so are they.
// Its end closes the IPC channel, which may have happened before this line runs. Processes and threads that such a
// program starts inherit the preload; they have another parent, or no channel, and are none of our business.
function leave() {
  setTimeout(() => process.exit(1), 10_000).unref();
  // The orderly way first, by the signal the program handles anyway.
  process.kill(process.pid, "SIGTERM");
}

if (process.connected === false) leave();
else if (process.connected && process.ppid === Number(process.env.QUITTANCE_SUPERVISOR)) {
  process.once("disconnect", leave);
}
