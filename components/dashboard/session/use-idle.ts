"use client";

import { useEffect, useRef, useState } from "react";
import { announceUse, onUseElsewhere } from "./activity";
import { type Idleness, idleness, needsSignOfLife } from "./idle";

const USE = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
const LOOK_EVERY_MS = 1_000;
/** Other tabs hear of use at most this often. */
const ANNOUNCE_EVERY_MS = 5_000;

interface IdleOptions {
  idleMs: number;
  isLive: boolean;
  /** When the service was last asked something, in milliseconds. */
  lastCallAt: () => number;
  keepAlive: () => void;
  onOver: () => void;
}

/** Watches whether anybody uses the dashboard, in this tab or another one. */
export function useIdle({ idleMs, isLive, lastCallAt, keepAlive, onOver }: IdleOptions): Idleness {
  const [state, setState] = useState<Idleness>("used");
  const hooks = useRef({ lastCallAt, keepAlive, onOver });
  useEffect(() => {
    hooks.current = { lastCallAt, keepAlive, onOver };
  });
  useEffect(() => {
    if (!isLive) return;
    let lastUsedAt = Date.now();
    let announcedAt = 0;
    let askedAt = 0;
    const look = () => {
      const now = Date.now();
      const next = idleness(lastUsedAt, now, idleMs);
      setState(next);
      if (next === "over") hooks.current.onOver();
      const lastSign = Math.max(hooks.current.lastCallAt(), askedAt);
      if (next === "used" && needsSignOfLife(lastSign, lastUsedAt, now, idleMs)) {
        askedAt = now;
        hooks.current.keepAlive();
      }
    };
    const use = () => {
      // A machine that slept comes back with a pointer that moves: what is over stays over.
      if (idleness(lastUsedAt, Date.now(), idleMs) === "over") return look();
      lastUsedAt = Date.now();
      setState("used");
      if (lastUsedAt - announcedAt < ANNOUNCE_EVERY_MS) return;
      announcedAt = lastUsedAt;
      announceUse(lastUsedAt);
    };
    const endHearing = onUseElsewhere((at) => {
      lastUsedAt = Math.max(lastUsedAt, at);
    });
    for (const name of USE) window.addEventListener(name, use, { passive: true });
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      for (const name of USE) window.removeEventListener(name, use);
      clearInterval(timer);
      endHearing();
    };
  }, [idleMs, isLive]);
  return isLive ? state : "used";
}
