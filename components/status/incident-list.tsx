import { durationInWords, STATE_WORDS } from "@/components/status/status-words";
import { Badge } from "@/components/ui/badge";
import { formatTime } from "@/components/ui/format-time";
import type { Status } from "@/server/status-page/schema";

type Incident = Status["incidents"][number];

/** Incidents, newest first, with the operator's words. */
export function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  if (incidents.length === 0) return <p className="text-muted">None.</p>;
  return (
    <ol className="grid gap-5">
      {incidents.map((incident) => (
        <li key={`${incident.component}:${incident.openedAt}`} className="grid gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{incident.name}</span>
            <Badge tone={STATE_WORDS[incident.kind].tone}>{STATE_WORDS[incident.kind].name}</Badge>
            {incident.closedAt === null && (
              <Badge tone="danger" hasDot>
                Goes on
              </Badge>
            )}
          </p>
          <p className="text-sm text-muted">{timeOf(incident)}</p>
          {incident.words !== null && <p className="leading-relaxed wrap-anywhere">{incident.words}</p>}
        </li>
      ))}
    </ol>
  );
}

function timeOf({ openedAt, closedAt }: Incident): string {
  const began = formatTime(openedAt, { form: "absolute", zone: "UTC", now: 0 });
  if (closedAt === null) return `Since ${began}`;
  const seconds = Math.round((Date.parse(closedAt) - Date.parse(openedAt)) / 1000);
  return `${began}, for ${durationInWords(seconds)}`;
}
