import type { Role } from "@/db/roles";

/** What each role can do, in plain words, the widest first. */
export const ROLE_WORDS: Record<Role, { name: string; can: string }> = {
  owner: { name: "Owner", can: "Can do everything, and make others owners." },
  admin: { name: "Admin", can: "Can do everything, and invite and remove members below an owner." },
  finance: { name: "Finance", can: "Can ask for money, send it and send it back. Makes no keys." },
  developer: { name: "Developer", can: "Can ask for money and set up webhooks. Cannot send money." },
  viewer: { name: "Viewer", can: "Can see payments. Cannot move money or change anything." },
};

export const ROLE_OPTIONS = Object.entries(ROLE_WORDS).map(([value, { name }]) => ({ value, label: name }));
