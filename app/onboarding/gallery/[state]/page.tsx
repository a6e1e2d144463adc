import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { app } from "@/server/boot";
import { GalleryState, hasGalleryState } from "../gallery-state";

interface Props {
  params: Promise<{ state: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).state };
}

/** One moment of an onboarding, standing still. In development and in the end-to-end tests only. */
export default async function OneState({ params }: Props) {
  const { state } = await params;
  if (!app().config.pageGallery || !hasGalleryState(state)) notFound();
  return <GalleryState state={state} />;
}
