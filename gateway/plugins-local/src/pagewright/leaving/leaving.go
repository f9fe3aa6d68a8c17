// Package leaving tells routes.yml that the gateway was asked to stop. Each connection is closed behind the next answer from
// then on, so that in the end hardly one is left that Traefik could close under a request on its way. See
// docs/decisions/0121.
//
// It is a provider, and gives nothing: of a middleware of ours each request would have to pay, since Traefik interprets it.
package leaving

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/signal"
	"syscall"
)

// Config says where the routes are, in a copy of their own that Traefik watches.
type Config struct {
	Routes string `json:"routes,omitempty"`
}

// CreateConfig is what Traefik asks for first.
func CreateConfig() *Config {
	return &Config{}
}

// Provider waits for the signal.
type Provider struct {
	routes  string
	asked   chan os.Signal
	stopped chan struct{}
}

// New makes the one provider.
func New(_ context.Context, config *Config, _ string) (*Provider, error) {
	return &Provider{routes: config.Routes, asked: make(chan os.Signal, 1), stopped: make(chan struct{})}, nil
}

// Init listens for the signal that Traefik listens for too: each of both is told of it.
func (p *Provider) Init() error {
	signal.Notify(p.asked, syscall.SIGTERM)
	return nil
}

// Provide waits beside Traefik.
func (p *Provider) Provide(_ chan<- json.Marshaler) error {
	go func() {
		select {
		case <-p.asked:
			if err := leave(p.routes); err != nil {
				os.Stderr.WriteString("the routes could not be told that the gateway leaves: " + err.Error() + "\n")
			}
		case <-p.stopped:
		}
	}()
	return nil
}

// leave writes the routes as they are for a gateway that was asked to stop. Traefik reads them anew as they change.
func leave(routes string) error {
	text, err := os.ReadFile(routes)
	if err != nil {
		return err
	}
	text = bytes.ReplaceAll(text, []byte(`env "LEAVING"`), []byte(`true`))
	// In one step, so that nobody reads half of them.
	if err = os.WriteFile(routes+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(routes+".new", routes)
}

// Stop has it wait no more.
func (p *Provider) Stop() error {
	signal.Stop(p.asked)
	close(p.stopped)
	return nil
}
