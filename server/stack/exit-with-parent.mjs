// Preloaded into web and worker (`node --import`): when the supervisor is gone, however it went, so are they.
// Its end closes the IPC channel. The orderly way first, by the signal the process already handles.
process.channel?.unref();
process.once("disconnect", () => {
  setTimeout(() => process.exit(1), 10_000).unref();
  process.kill(process.pid, "SIGTERM");
});
