{{/* The name of a part's objects. */}}
{{- define "pagewright.name" -}}
{{- printf "%s-%s" .root.Release.Name .part | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "pagewright.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "pagewright.labels" -}}
{{ include "pagewright.selector" . }}
app.kubernetes.io/name: pagewright
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* The image of a part: of a service, web, gateway or operations. */}}
{{- define "pagewright.image" -}}
{{ .root.Values.image.registry }}pagewright-{{ .part }}:{{ include "pagewright.release" .root }}
{{- end -}}

{{/* What is running: the images' tag. */}}
{{- define "pagewright.release" -}}
{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* What every pod is held to: no rights, and nothing that it could write. */}}
{{- define "pagewright.pod" -}}
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
automountServiceAccountToken: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext: { runAsNonRoot: true, runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001, seccompProfile: { type: RuntimeDefault } }
{{- end -}}

{{- define "pagewright.container" -}}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
{{- end -}}

{{/* Pods of one part on several machines, where there are several. */}}
{{- define "pagewright.spread" -}}
topologySpreadConstraints:
  - { maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: { matchLabels: {{ include "pagewright.selector" . | fromYaml | toJson }} } }
{{- end -}}

{{/* Where everybody finds everybody; empty for a service that the site does without, so that nobody waits for it. */}}
{{- define "pagewright.addresses" -}}
{{- range $part := list "auth" "cms" "content" "crm" "ecom" "web" }}
{{- if or (eq $part "web") (index $.Values.services $part).enabled }}
- { name: {{ upper $part }}_URL, value: "http://{{ include "pagewright.name" (dict "root" $ "part" $part) }}:8000" }
{{- else }}
- { name: {{ upper $part }}_URL, value: "" }
{{- end }}
{{- end }}
- { name: PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
{{- end -}}

{{/* The same for the gateway, which leads to each service whether it is there, and says 503 where it is not. */}}
{{- define "pagewright.allAddresses" -}}
{{- range $part := list "auth" "cms" "content" "crm" "ecom" "web" }}
- { name: {{ upper $part }}_URL, value: "http://{{ include "pagewright.name" (dict "root" $ "part" $part) }}:8000" }
{{- end }}
- { name: PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
{{- end -}}

{{/* What a part tells of itself. */}}
{{- define "pagewright.watching" -}}
{{- with .Values.watching }}
{{- with .metricsPort }}
- { name: METRICS_PORT, value: {{ . | quote }} }
{{- end }}
{{- if .otlpEndpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .otlpEndpoint | quote }} }
{{- if ne (toString .share) "" }}
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .share | quote }} }
{{- end }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom: { secretKeyRef: { name: {{ $.Values.secretsName }}-settings, key: OTEL_EXPORTER_OTLP_HEADERS, optional: true } }
{{- end }}
{{- end }}
{{- end -}}

{{/* How Prometheus finds a part's metrics. */}}
{{- define "pagewright.annotations" -}}
{{- with .Values.watching.metricsPort }}
annotations: { prometheus.io/scrape: "true", prometheus.io/port: {{ . | quote }}, prometheus.io/path: /metrics }
{{- end }}
{{- end -}}

{{- define "pagewright.metricsPort" -}}
{{- with .Values.watching.metricsPort }}
- { name: metrics, containerPort: {{ . | int }} }
{{- end }}
{{- end -}}

{{/* The environment of a service's processes. */}}
{{- define "pagewright.environment" -}}
{{- $root := .root }}
{{- include "pagewright.addresses" $root }}
- { name: DRAIN_SECONDS, value: {{ $root.Values.drainSeconds | quote }} }
- { name: KEYS_DIR, value: /secrets }
- { name: REDIS_URL_FILE, value: /secrets/redis-url }
- { name: DATABASE_URL_FILE, value: /secrets/database-url }
- { name: DATA_DIR, value: /data }
- { name: RELEASE, value: {{ include "pagewright.release" $root | quote }} }
- { name: GATEWAY_ADDRESSES, value: {{ prepend (compact (list $root.Values.trustedProxies)) (required "podNetwork is needed: the network of the cluster's pods, such as 10.244.0.0/16" $root.Values.podNetwork) | join "," | quote }} }
{{- include "pagewright.watching" $root }}
{{- if eq .part "auth" }}
- { name: SETUP_CODE_FILE, value: /secrets/setup-code }
{{- end }}
{{- include "pagewright.told" $root }}
{{- end -}}

{{/* Where files are, and the settings that have no value of their own. */}}
{{- define "pagewright.told" -}}
{{- with .Values.s3 }}
- { name: S3_BUCKET, value: {{ required "s3.bucket is needed: replicas share their files" .bucket | quote }} }
- { name: S3_ENDPOINT_URL, value: {{ .endpointUrl | quote }} }
- { name: S3_REGION, value: {{ .region | quote }} }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{/* Where a cache in front is told what has changed. */}}
{{- define "pagewright.cache" -}}
{{- with .Values.cache.purgeUrl }}
- { name: CACHE_PURGE_URL, value: {{ . | quote }} }
- name: CACHE_PURGE_HEADER
  valueFrom: { secretKeyRef: { name: {{ $.Values.secretsName }}-settings, key: CACHE_PURGE_HEADER, optional: true } }
{{- end }}
{{- end -}}

{{/* Of all secret settings; the key to files for those alone that keep some. */}}
{{- define "pagewright.environmentFrom" -}}
{{- if and .root.Values.s3.hasKey (has .part (list "cms" "ecom" "doctor")) }}
- secretRef: { name: {{ .root.Values.secretsName }}-s3 }
{{- end }}
- secretRef: { name: {{ .root.Values.secretsName }}-settings, optional: true }
{{- end -}}
