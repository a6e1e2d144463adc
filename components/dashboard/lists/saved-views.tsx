"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Bookmark, ChevronDown, Trash2 } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Menu, MenuButton, MenuClose } from "@/components/ui/menu";
import { useToast } from "@/components/ui/toast";
import type { SavedView, ViewList } from "@/server/dashboard/views/schema";
import { messageOf } from "../api/api-failure";
import { MutationForm } from "../forms/mutation-form";
import { useMerchant } from "../session/merchant";

const KEY = ["saved-views"];

interface SavedViewsProps {
  list: ViewList;
  /** The filters now, as the address holds them; empty for none. */
  query: string;
  onApply: (query: string) => void;
}

/** Named filters of a list, for everybody of the account: to apply, to save and to remove. */
export function SavedViews({ list, query, onApply }: SavedViewsProps) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api<SavedView[]>("GET", "/v1/dashboard/views", { signal }),
  });
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) => api("DELETE", `/v1/dashboard/views/${id}`),
    onSuccess: (_, { name }) => toast(`View “${name}” removed.`),
    onError: (error) => toast(messageOf(error), "danger"),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const own = data.filter((view) => view.list === list);
  if (own.length === 0 && query === "") return null;
  return (
    <>
      <Menu
        label="Saved views"
        trigger={
          <Button size="sm">
            <Bookmark aria-hidden="true" />
            {own.find((view) => view.query === query)?.name ?? "Views"}
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <ul className="grid gap-0.5">
          {own.map((view) => (
            <li key={view.id} className="flex items-center gap-1">
              <MenuClose>
                <Button
                  variant="ghost"
                  size="sm"
                  className="min-w-0 flex-1 justify-start"
                  aria-current={view.query === query || undefined}
                  onClick={() => onApply(view.query)}
                >
                  <bdi className="truncate">{view.name}</bdi>
                </Button>
              </MenuClose>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove the view ${view.name}`}
                onClick={() => remove.mutate(view)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
        {query !== "" && <MenuButton onClick={() => setSaving(true)}>Save this view…</MenuButton>}
      </Menu>
      <Dialog
        isOpen={isSaving}
        onClose={() => setSaving(false)}
        title="Save this view"
        description="The filters and the order of now, under a name. A view of the same name is replaced."
        size="sm"
      >
        <SaveView list={list} query={query} onDone={() => setSaving(false)} />
      </Dialog>
    </>
  );
}

function SaveView({ list, query, onDone }: { list: ViewList; query: string; onDone: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const save = useMutation({
    mutationFn: () =>
      api<SavedView>("POST", "/v1/dashboard/views", { body: { list, name: name.trim(), query } }),
    onSuccess: async (view) => {
      await queryClient.invalidateQueries({ queryKey: KEY });
      toast(`View “${view.name}” saved.`);
      onDone();
    },
  });
  return (
    <MutationForm
      mutation={save}
      onSubmit={() => name.trim() !== "" && save.mutate()}
      submit="Save view"
      onCancel={onDone}
    >
      <Field label="Name">
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
    </MutationForm>
  );
}
