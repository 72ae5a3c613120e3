import type { Span } from "./otlp-receiver.ts";

/** A span with its children, in the order of their starts. */
export interface TraceNode {
  span: Span;
  children: TraceNode[];
}

/** The trees of one trace; a span without a recorded parent is a root. */
export function treesOf(spans: readonly Span[], traceId: string): TraceNode[] {
  const ofTrace = spans.filter((span) => span.traceId === traceId).toSorted((a, b) => a.startMs - b.startMs);
  const nodes = new Map(ofTrace.map((span): [string, TraceNode] => [span.spanId, { span, children: [] }]));
  const roots: TraceNode[] = [];
  for (const node of nodes.values()) {
    (nodes.get(node.span.parentSpanId)?.children ?? roots).push(node);
  }
  return roots;
}

/** One line a span: its start and duration in milliseconds, its service, and its place in the tree. */
export function formatTrace(spans: readonly Span[], traceId: string): string {
  const roots = treesOf(spans, traceId);
  const beginMs = Math.min(...roots.map(({ span }) => span.startMs));
  const lines = roots.flatMap((root) => linesOf(root, "", ""));
  const width = Math.max(...lines.map(({ span }) => span.service.length));
  return [
    `trace ${traceId}`,
    `${"at ms".padStart(7)} ${"took ms".padStart(8)}  ${"service".padEnd(width)}  span`,
    ...lines.map(({ span, text }) => {
      const [at, duration] = [span.startMs - beginMs, span.durationMs].map((ms) => ms.toFixed(1));
      return `${at?.padStart(7)} ${duration?.padStart(8)}  ${span.service.padEnd(width)}  ${text}`;
    }),
  ].join("\n");
}

function linesOf(
  { span, children }: TraceNode,
  branch: string,
  below: string,
): { span: Span; text: string }[] {
  return [
    { span, text: branch + labelOf(span) },
    ...children.flatMap((child, index) =>
      index === children.length - 1
        ? linesOf(child, `${below}└─ `, `${below}   `)
        : linesOf(child, `${below}├─ `, `${below}│  `),
    ),
  ];
}

function labelOf({ name, kind, failed, attributes }: Span): string {
  const operation = attributes["graphql.operation.type"];
  const group = attributes["messaging.consumer.group.name"];
  return [
    name,
    ...(operation === undefined ? [] : [`(${operation} ${attributes["graphql.operation.fields"]})`]),
    ...(group === undefined ? [] : [`as ${group}`]),
    ...(kind === "internal" ? [] : [`[${kind}]`]),
    ...(failed ? ["failed"] : []),
  ].join(" ");
}
