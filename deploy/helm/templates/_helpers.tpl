{{/* Labels that select the pods of one service. Takes a dict: root, name. */}}
{{- define "countersign.selector" -}}
app.kubernetes.io/name: {{ .name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- end }}

{{/* Labels of everything that belongs to one service. Takes a dict: root, name. */}}
{{- define "countersign.labels" -}}
{{ include "countersign.selector" . }}
app.kubernetes.io/part-of: countersign
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Name of the objects of one service. Takes a dict: root, name. */}}
{{- define "countersign.fullname" -}}
{{ printf "%s-%s" (.root.Release.Name | trunc 40 | trimSuffix "-") .name }}
{{- end }}

{{/* Image of one service. Takes a dict: root, name, service. */}}
{{- define "countersign.image" -}}
{{- $repository := printf "%s/%s" .root.Values.image.repository .name -}}
{{- if .service.digest -}}
{{ $repository }}@{{ .service.digest }}
{{- else -}}
{{ $repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* A variable that comes out of a Secret. Takes a dict: variable, secret. */}}
{{- define "countersign.secretVariable" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret.name }}
      key: {{ .secret.key }}
{{- end }}

{{/* The environment that the chart gives a service. Takes a dict: root, name, service. */}}
{{- define "countersign.environment" -}}
{{- $nats := default .root.Values.nats.credentialsSecret .service.natsCredentialsSecret }}
{{- $audience := default (get .root.Values.auth.audiences .name) .root.Values.auth.audience }}
{{- $kinds := has .name (list "approval-engine" "mcp-journal" "hr-service" "inventory-service") | ternary .root.Values.documentKinds "" }}
{{- with .root }}
- name: LOG_LEVEL
  value: {{ .Values.logLevel }}
{{ include "countersign.secretVariable" (dict "variable" "MONGODB_URI" "secret" .Values.mongodb.uriSecret) }}
- name: MONGODB_DB
  value: {{ .Values.mongodb.database | quote }}
- name: NATS_URL
  value: {{ .Values.nats.url | quote }}
{{- if $nats.name }}
{{ include "countersign.secretVariable" (dict "variable" "NATS_CREDS" "secret" $nats) }}
{{- end }}
{{- if .Values.nats.prefix }}
- name: NATS_PREFIX
  value: {{ .Values.nats.prefix | quote }}
{{- end }}
{{- with $kinds }}
- name: DOCUMENT_KINDS
  value: {{ . | quote }}
{{- end }}
- name: AUTH_ISSUER
  value: {{ .Values.auth.issuer | quote }}
- name: AUTH_AUDIENCE
  value: {{ $audience | quote }}
{{- if .Values.auth.jwksUrl }}
- name: AUTH_JWKS_URL
  value: {{ .Values.auth.jwksUrl | quote }}
{{- else }}
{{ include "countersign.secretVariable" (dict "variable" "AUTH_PUBLIC_KEY" "secret" .Values.auth.publicKeySecret) }}
{{- end }}
- name: DRAIN_DELAY_MS
  value: {{ .Values.drainDelayMs | int | quote }}
- name: SHUTDOWN_TIMEOUT_MS
  value: {{ .Values.shutdownTimeoutMs | int | quote }}
{{- with .Values.tracing }}
{{- if .endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ .endpoint | quote }}
- name: OTEL_TRACES_SAMPLER
  value: {{ .sampler }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ .samplerRatio | quote }}
{{- if .headersSecret.name }}
{{ include "countersign.secretVariable" (dict "variable" "OTEL_EXPORTER_OTLP_HEADERS" "secret" .headersSecret) }}
{{- end }}
{{- end }}
{{- end }}
{{- if .Values.caSecret.name }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/countersign/authorities/ca.crt
{{- end }}
{{- end }}
{{- end }}

{{/*
Replicas of one service. Takes a dict: root, name, service. Where it scales by itself: what runs, and never less than the
minimum, as at the first install; leaving the field out would have Kubernetes start with one.
*/}}
{{- define "countersign.replicas" -}}
{{- if .service.autoscaling.enabled -}}
{{- $running := lookup "apps/v1" "Deployment" .root.Release.Namespace (include "countersign.fullname" .) -}}
{{- max (.service.autoscaling.minReplicas | int) (dig "spec" "replicas" 0 $running | int) -}}
{{- else -}}
{{- .service.replicas | int -}}
{{- end -}}
{{- end }}

{{/* Checksum of the Secrets that a service reads, as the cluster has them. Takes a dict: root, service. */}}
{{- define "countersign.secretsChecksum" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
{{- $nats := default $values.nats.credentialsSecret .service.natsCredentialsSecret -}}
{{- $data := list -}}
{{- range list $values.mongodb.uriSecret $nats $values.auth.publicKeySecret $values.tracing.headersSecret $values.caSecret -}}
{{- if .name -}}
{{- $data = append $data (lookup "v1" "Secret" $root.Release.Namespace .name | dig "data" .key "") -}}
{{- end -}}
{{- end -}}
{{- $data | toJson | sha256sum -}}
{{- end }}

{{/* Where a service may go. Takes a dict: ports, to. */}}
{{- define "countersign.egress" -}}
- ports:
    {{- range .ports }}
    - port: {{ . | int }}
    {{- end }}
  to:
    {{- toYaml .to | nindent 4 }}
{{- end }}
