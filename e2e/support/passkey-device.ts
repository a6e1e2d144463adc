import type { CDPSession, Page } from "@playwright/test";

/** A device of the browser's own that makes and uses passkeys, and whose person always says yes. */
export interface PasskeyDevice {
  /** Whether somebody touches it when it is asked. One that is touched without the right passkey ends the call for all. */
  touches(isTouched: boolean): Promise<void>;
  /** It is gone, with its passkeys. */
  remove(): Promise<void>;
}

/** Lets a page have devices. Those that are built in are `internal`; a key on USB is another device beside it. */
export async function passkeyDevices(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  return { add: (transport: "internal" | "usb") => addDevice(browser, transport) };
}

async function addDevice(browser: CDPSession, transport: "internal" | "usb"): Promise<PasskeyDevice> {
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async touches(enabled) {
      await browser.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
    async remove() {
      await browser.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}
